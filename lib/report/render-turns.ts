// What the model was told and what it said, turn by turn.
import type { ModelMessage, TurnItem } from '../contract/turn.ts'
import { block, identifier, inline, time, verbatim } from './data-text.ts'
import { fact } from './fact.ts'
import { type Content, type Html, html } from './html.ts'
import type { Labels } from './labels.ts'
import type { PageContext } from './page-context.ts'

export function renderTurns(page: PageContext): Html {
  const { view, labels } = page
  if (view.turns.length === 0) return html``
  return html`<section id="turns"><h2>${labels.turns}</h2>
${view.turns.map((turn) => renderTurn(turn, page))}</section>`
}

function renderTurn(turn: TurnItem, page: PageContext): Html {
  const { labels, omitted } = page
  return html`<article id="turn-${turn.n}" class="turn">
<h3>${labels.turn(turn.n)} <span class="kind">· ${labels.turnKind[turn.kind]}</span></h3>
<p>${turn.next === 'LOOKUPS' && turn.lookups.length === 0 ? labels.askedAgain : labels.turnNext[turn.next]}${turn.fallback_cause !== null && html`${labels.colon}${labels.causes[turn.fallback_cause]}`}</p>
<dl class="facts">${fact(labels.model, inline(turn.model))}${fact(labels.time, time(turn.created_at))}${turn.stop !== null && fact(labels.stopped, identifier(turn.stop))}${turn.lookups.length > 0 && fact(labels.lookups, lookups(turn, page))}${turn.refused.length > 0 && fact(labels.refused, refused(turn))}</dl>
${!omitted.has('messages') && turn.messages.map((message) => renderMessage(message, labels))}</article>`
}

function lookups({ lookups }: TurnItem, { calls }: PageContext): Html {
  return html`<ul>${lookups.map(({ tool_call_id, query }) => {
    const call = calls.find((c) => c.toolCallId === tool_call_id)
    const id = identifier(tool_call_id)
    return html`<li>${call === undefined ? id : html`<a href="#${call.anchor}">${id}</a>`} <q>${inline(query)}</q></li>`
  })}</ul>`
}

function refused({ refused }: TurnItem): Html {
  return html`<ul>${refused.map(
    ({ tool_call_id, error }) =>
      html`<li>${identifier(tool_call_id)} ${identifier(error.code)} ${inline(error.message)}</li>`,
  )}</ul>`
}

function renderMessage(message: ModelMessage, labels: Labels): Html {
  return html`<details class="message ${message.role}"><summary>${labels.roles[message.role]}${message.role === 'tool' && html` ${identifier(message.tool_call_id)}`}</summary>
${said(message, labels)}</details>`
}

function said(message: ModelMessage, labels: Labels): Content {
  if (message.role === 'tool') return verbatim(message.text)
  if (message.role !== 'assistant') return block(message.text)
  const calls = message.tool_calls.map(
    (call) => html`<p>${identifier(call.name)} ${identifier(call.id)}</p>${verbatim(call.arguments)}`,
  )
  const silent = message.text === null || message.text === ''
  return [silent ? calls.length === 0 && html`<p class="none">${labels.silent}</p>` : block(message.text ?? ''), calls]
}
