"use strict";

async function show() {
  const endpoint = new URL(window.location.pathname, window.location.href);
  const socket = new URL(endpoint);
  socket.protocol = endpoint.protocol === "https:" ? "wss:" : "ws:";
  const example = await fetch("web/example.graphql");
  const fetcher = GraphiQL.createFetcher({ url: endpoint.href, subscriptionUrl: socket.href });
  const playground = React.createElement(GraphiQL, {
    fetcher,
    defaultQuery: await example.text(),
    defaultEditorToolsVisibility: true,
  });
  ReactDOM.createRoot(document.getElementById("graphiql")).render(playground);
}

show();
