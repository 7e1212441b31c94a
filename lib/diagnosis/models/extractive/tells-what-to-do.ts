import type { Block } from './read-blocks.ts'

const imperative =
  /^(?:(?:first|then|next|finally|now|also|immediately|always|never|please|carefully|manually|do not|don't),?\s+)*(?:add|adjust|allow|apply|ask|avoid|back up|block|call|change|check|clean|clear|compare|configure|confirm|connect|contact|convert|copy|create|decrease|delete|deploy|determine|disable|do|drain|enable|ensure|escalate|examine|execute|expand|export|find|fix|follow|free|identify|increase|inspect|install|investigate|isolate|kill|limit|list|log in|look|lower|make sure|measure|migrate|monitor|move|open|pause|ping|provision|query|raise|read|rebalance|reboot|reconfigure|recover|reduce|reload|remove|rename|renew|repair|replace|rerun|reset|resize|restart|restore|resume|retry|review|revert|roll back|rollback|rotate|run|scale|search|send|set|ssh|start|stop|switch|sync|take|tell|terminate|test|throttle|truncate|try|tune|turn|uncordon|update|upgrade|use|validate|verify|view|wait)\b/i
const conditional = /^(?:if|when|once|in case)\b[^,]{3,160},\s*(?:then\s+)?/i
const chineseVerb =
  '(?:查看|看|检查|确认|核对|核实|执行|重启|重新|清理|删除|扩容|缩容|增加|减少|调整|调大|调小|调高|调低|修改|设置|配置|启用|禁用|打开|关闭|停止|停用|启动|恢复|回滚|切换|迁移|升级|降级|限流|联系|通知|排查|定位|分析|比较|对比|统计|查找|查询|找|登录|运行|使用|用|将|把|对|给|为|从|按|通过|避免|等待|备份|导出|导入|更新|更换|替换|释放|杀掉|终止|隔离|摘除|下线|上线|加|改|优化|止血|保留|保存|记录|收集|抓取|验证|测试|尝试|参考|根据)'
const chineseModal =
  '(?:首先|先|再|然后|接着|最后|立即|马上|随后|请|同时|必要时|可以|应当|应该|需要|需|建议|不要|切勿|禁止)[，,]?\\s*'
const chineseImperative = new RegExp(`^(?:${chineseModal})*(?:在.{1,20}[中里上内下]?)?${chineseVerb}`)
/** A numbered item that comes to what to do behind a condition. */
const chineseAdvice = new RegExp(
  `(?:[，,：:；]|时)\\s*(?:${chineseModal})*${chineseVerb}|(?:${chineseModal})${chineseVerb}`,
)
const chineseConditional = /^(?:如果|若|当|一旦|如|确实是|确认是|仍然).{1,80}?[，,]\s*/

/** Whether a sentence or list item is an instruction; in Chinese, where prose starts with the same verbs, only in lists. */
export function tellsWhatToDo(said: string, kind: Block['kind']): boolean {
  const told = said.replace(conditional, '').replace(chineseConditional, '')
  if (imperative.test(told)) return true
  if (kind === 'paragraph') return false
  return chineseImperative.test(told) || (kind === 'numbered' && chineseAdvice.test(said))
}
