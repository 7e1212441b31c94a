// Text in a document that is meant for whoever reads it with a model, not for people who run the system: it is quoted by nobody.

const addresses = [
  /\b(?:ignore|disregard|forget|override) (?:all|any|your|the|these|those|every|previous|prior|earlier|other)\b.{0,40}\b(?:instructions?|prompts?|rules)\b/i,
  /\bsystem prompt\b|\b(?:language model|AI assistant|AI agent|LLM)s?\b/i,
  /\b(?:submit_diagnosis|lookup_knowledge|tool_call_id)\b/i,
  /(?:忽略|无视|忘记|忘掉)[你您]?(?:的|之前|此前|先前|以上|上面|前面|上述|所有|一切|全部|任何|其他|系统|原有).{0,20}(?:指令|指示|提示|规则)|系统提示词|(?:语言|大)模型|(?:AI|智能|人工智能)助手/i,
]

const lead =
  '(?:(?:please|just|only|simply|always|now|then|instead|and|so|you (?:must|should|have to|need to|will)),?\\s+)*'
const tells = new RegExp(
  `^${lead}(?:(?:say|state|report|claim|declare|assert|announce|reply|respond|answer|write|mention)\\b(?:\\s+(?:to|in)\\s[^,.;:]{1,40}?)?\\s*(?:that\\b|[:"“])|(?:conclude|claim|pretend)\\b|(?:answer|reply|respond) (?:only )?with\\b|tell (?:the )?(?:users?|readers?|operators?|everyone|everybody|them|people)\\b(?:\\s+\\S+){0,3}?\\s+that\\b|(?:your|the) (?:answer|conclusion|diagnosis|report|reply) (?:must|should|has to|is to)\\b)`,
  'i',
)
const chineseTells = new RegExp(
  [
    '^(?:请|务必|必须|只需|只能|直接|应当|应该|一律|统一|现在|然后|并|你)*(?:回答|声称|宣称|断言|谎称|假装|得出结论|下结论)',
    '^(?:请|务必|必须|只需|直接|应当|应该|一律)+(?:你)?(?:报告|回复|答复|说|写|输出)(?!给|到|至|入|进)',
    '^(?:请|务必|必须|只需|直接)*(?:告诉|告知)(?:用户|读者|大家|他们|所有人|运维人员)',
    '^(?:你的)?(?:答案|结论|诊断|回答)(?:必须|应该|应当|只能)',
  ].join('|'),
)
const sentenceEnd = /[.!?]\s+|[。！？；;]\s*|\n/

/** Whether a text speaks to a model: all that stands in the same part of the document is its words then. */
export function addressesModel(text: string): boolean {
  const line = text.replace(/\s+/g, ' ')
  return addresses.some((address) => address.test(line))
}

/** Whether a sentence of the text orders its reader what to say or to conclude. */
export function tellsWhatToSay(text: string): boolean {
  return text
    .split(sentenceEnd)
    .map((sentence) => sentence.trim().replace(/^["'“”‘’*_`(（]+/, ''))
    .some((sentence) => tells.test(sentence) || chineseTells.test(sentence))
}
