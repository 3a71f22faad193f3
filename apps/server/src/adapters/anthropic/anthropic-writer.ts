import {
  answerText,
  at,
  brokenOff,
  eventsOf,
  failureOf,
  isStreamed,
  ownTrouble,
  parsed,
  postJson,
} from '../../outgoing/writing-service.ts'
import { type Question, ServiceFailed, type Writer } from '../../ports/breakdown.ts'

export interface AnthropicOptions {
  /** Null: Anthropic's own. */
  readonly baseUrl: string | null
  readonly apiKey: string
  readonly model: string
}

const anthropic = 'https://api.anthropic.com'
const version = '2023-06-01'
const misunderstood = 400

export function anthropicWriter({ baseUrl, apiKey, model }: AnthropicOptions): Writer {
  const base = (baseUrl ?? anthropic).replace(/\/v1$/u, '')
  // A model of before answers without it, and is told what it shall look like all the same.
  let asksForSchema = true
  const ask = (question: Question, withSchema: boolean, signal: AbortSignal) =>
    postJson({
      url: `${base}/v1/messages`,
      headers: { 'x-api-key': apiKey, 'anthropic-version': version },
      body: { model, stream: true, ...bodyOf(question, withSchema) },
      apiKey,
      signal,
    })
  return {
    name: `anthropic ${model}`,
    async *write(question, signal) {
      let answer = await ask(question, asksForSchema, signal)
      let bodyText = answer.ok ? '' : await answerText(answer, signal)
      if (answer.status === misunderstood && asksForSchema && /output_config|format/u.test(bodyText)) {
        answer = await ask(question, false, signal)
        if (answer.ok) asksForSchema = false
        else bodyText = await answerText(answer, signal)
      }
      if (!answer.ok) throw failureOf(answer, bodyText, apiKey)
      yield* isStreamed(answer) ? streamed(answer, apiKey, signal) : whole(answer, apiKey, signal)
    },
  }
}

const bodyOf = ({ task, material, schema, mostTokens }: Question, withSchema: boolean) => ({
  max_tokens: mostTokens,
  system: task,
  messages: [{ role: 'user', content: material }],
  ...(withSchema && { output_config: { format: { type: 'json_schema', schema } } }),
})

async function* streamed(answer: Response, apiKey: string, signal: AbortSignal): AsyncGenerator<string> {
  for await (const { text } of eventsOf(answer, signal)) {
    const event = parsed(text)
    const type = at(event, 'type')
    if (type === 'error') throw ownTrouble(at(event, 'error', 'message'), apiKey)
    if (type === 'message_stop') return
    const piece = type === 'content_block_delta' ? at(event, 'delta', 'text') : undefined
    if (typeof piece === 'string' && piece !== '') yield piece
    if (type === 'message_delta') checkReason(at(event, 'delta', 'stop_reason'))
  }
  throw brokenOff()
}

async function* whole(answer: Response, apiKey: string, signal: AbortSignal): AsyncGenerator<string> {
  const body = parsed(await answerText(answer, signal))
  if (at(body, 'type') === 'error') throw ownTrouble(at(body, 'error', 'message'), apiKey)
  checkReason(at(body, 'stop_reason'))
  const content = at(body, 'content')
  for (const part of Array.isArray(content) ? content : []) {
    const text = at(part, 'text')
    if (typeof text === 'string') yield text
  }
}

function checkReason(reason: unknown): void {
  if (reason === 'refusal') throw new ServiceFailed('The AI service declined to answer: write the node in other words')
}
