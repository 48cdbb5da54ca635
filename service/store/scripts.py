"""What Redis and Valkey do in one step: each script checks everything before it writes."""

APPEND = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local top, hash = '0-0', ''
if last then top, hash = last[1], last[2][2] end
if top ~= ARGV[1] or hash ~= ARGV[2] then
  return redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+')
end
redis.call('XADD', KEYS[1], ARGV[3], 'hash', ARGV[4], 'entry', ARGV[5])
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[6]) end
redis.call('SPUBLISH', KEYS[1], ARGV[3])
return false
"""
"""Compare and append: everything is checked before the first write, so that it happens whole or not at all."""

CLAIM = """
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('HGET', KEYS[1], ARGV[1])
"""
"""Write a page unless it is there, and return what stands there."""

AMEND = """
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[3]
"""
"""Write a page if it still stands as it was, and say whether it stands as written."""
