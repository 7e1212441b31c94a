// Two questions for each sample, as people would ask them and not in the sample's own words.

export const sampleQuestions: Readonly<Record<string, readonly [string, string]>> = {
  'gateway-timeout.md': ['how to debug a gateway timeout', 'why does the API gateway answer 504 after 60 seconds'],
  'mysql-connection-pool.md': ['数据库连接池耗尽怎么办', 'HikariPool Connection is not available request timed out'],
  'redis-memory-eviction.md': [
    'redis is evicting keys, what should I do',
    'cache hit rate drops because redis memory is full',
  ],
  'kafka-consumer-lag.md': ['Kafka 消费延迟一直上涨如何处理', '消费组频繁重平衡 rebalancing 是什么原因'],
  'kubernetes-crashloopbackoff.md': [
    'pod keeps restarting with CrashLoopBackOff',
    'container was OOMKilled with exit code 137',
  ],
  'disk-full.md': ['磁盘空间满了怎么清理', 'inode 用完了，文件写不进去'],
  'tls-certificate-expiry.md': [
    'the TLS certificate will expire in a few days',
    'cert-manager did not renew the certificate',
  ],
  'dns-resolution-failure.md': ['域名解析失败怎么排查', 'CoreDNS 偶发 5 秒延迟'],
  'jvm-full-gc.md': ['JVM 频繁 Full GC 怎么处理', '老年代占用很高，怀疑内存泄漏'],
  'elasticsearch-cluster-red.md': ['elasticsearch cluster status is red', 'unassigned shards after a node left'],
  'cpu-throttling.md': [
    'containers are throttled although CPU use is low',
    'p99 latency is high because of CFS throttling',
  ],
  'slow-sql.md': ['慢 SQL 怎么优化', '查询没有走索引，全表扫描'],
  'rabbitmq-queue-backlog.md': ['RabbitMQ 消息积压怎么处理', '消息反复失败重新入队，如何转入死信队列'],
  'deployment-rollback.md': ['how do I roll back a bad release', 'error rate rises after the new version was deployed'],
  'clock-skew-ntp.md': ['服务器时间不同步，时钟漂移', 'chrony 时间源连不上'],
}
