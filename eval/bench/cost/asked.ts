// What the cost model asks of the sample runbooks: as people ask, in both languages, each run over several subjects.

/** Four lookups a run, each about a runbook of its own, so that no run stops for want of new evidence. */
export const runsOfQueries: readonly (readonly [string, string, string, string])[] = [
  [
    'gateway returns 504 upstream timeout',
    'redis evicts keys, memory above maxmemory',
    'pod in CrashLoopBackOff after a deployment',
    'TLS certificate expired on the load balancer',
  ],
  [
    'containers are throttled on CPU, latency rises',
    'how to roll back a faulty release',
    'Elasticsearch cluster is red, shards unassigned',
    'gateway timeout, which upstream is slow',
  ],
  ['数据库连接池耗尽怎么处理', '慢 SQL 如何定位和优化', '域名解析失败如何排查', 'Kafka 消费延迟持续增长'],
  ['JVM 频繁 Full GC', '磁盘空间写满，哪些文件可以删除', 'RabbitMQ 消息积压', '服务器时钟漂移如何校正'],
]

export const questions: readonly string[] = [
  'How do I debug a gateway timeout?',
  'Redis evicts keys and the hit rate falls. What is wrong?',
  'A pod is in CrashLoopBackOff after a deployment. Where do I look first?',
  '数据库连接池耗尽怎么处理？',
  '慢 SQL 拖垮了数据库，怎么定位和优化？',
  'Kafka 消费延迟持续增长，如何处理？',
]

/** Three hits of a log search, as an agent would record them: about 600 characters each. */
export const recordedItems = [1, 2, 3].map((n) => ({
  id: `log-${n}`,
  source: 'gateway-access.log',
  title: 'Access log, 15 minutes',
  breadcrumb: 'gateway > access log',
  excerpt: `${n}: upstream_response_time=60.001 upstream_status=- status=504 route=/orders `.repeat(8).slice(0, 600),
}))

/** A runbook of `bytes` bytes, in sections with lists as people write them. */
export function documentOf(bytes: number, nth: number): string {
  const section = (i: number) =>
    `## Case ${nth}.${i}\n\nWhen pump ${i} of unit ${nth} reports a pressure above ${100 + i} kPa, first read the gauge on site.\n\n` +
    `1. Close valve ${i}-A and wait ${30 + i} s.\n2. Compare the gauge with the panel; a difference above 5 kPa is a broken sensor.\n` +
    `3. Open bypass ${i}-B for at most ${i + 2} minutes and call the operator on duty.\n\n`
  let text = `# Cooling unit ${nth}\n\n`
  for (let i = 1; text.length < bytes; i += 1) text += section(i)
  return text.slice(0, bytes)
}
