import { expect, test } from 'vitest'
import { questionLanguage } from '../../../lib/diagnosis/question-language.ts'

test.each([
  '网关超时怎么排查？',
  '网关 504 upstream timeout 怎么排查？',
  'nginx gateway timeout 怎么办',
  '為什麼資料庫連線數會用盡？',
  'Redis OOM command not allowed when used memory > maxmemory，应该怎么处理？这是生产环境的故障',
])('%j is a Chinese question', (question) => {
  expect(questionLanguage(question)).toBe('zh')
})

test.each([
  'Why does the gateway time out?',
  'What does the message 网关超时 in the log of the ingress controller mean?',
  '504',
  '',
  '???',
  'Почему шлюз не отвечает?',
  'ゲートウェイのタイムアウトの原因は？',
  '게이트웨이 시간 초과',
])('%j is none', (question) => {
  expect(questionLanguage(question)).toBe('en')
})
