FROM python:3.13-slim AS build
WORKDIR /build
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY schema schema
COPY service service
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir -c constraints.txt '.[cluster]'

FROM python:3.13-slim
RUN useradd --system --create-home --uid 10001 arbitro && install -d -o arbitro -g arbitro /data
COPY --from=build /venv /venv
USER arbitro
ENV PATH=/venv/bin:$PATH ARBITRO_HOST=0.0.0.0 ARBITRO_DATA=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/livez', timeout=2)"]
CMD ["arbitro", "serve"]
