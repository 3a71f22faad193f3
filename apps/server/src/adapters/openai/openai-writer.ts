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
  wordsOf,
} from '../../outgoing/writing-service.ts'
import { type Question, ServiceFailed, type Writer } from '../../ports/breakdown.ts'

export interface OpenAiOptions {
  /** Null: OpenAI's own. */
  readonly baseUrl: string | null
  /** Null: the server asks for none. */
  readonly apiKey: string | null
  readonly model: string
}

const openAi = 'https://api.openai.com/v1'

/** How the shape of the answer is asked for: not every compatible server knows every way. */
const formats = ['json_schema', 'json_object', 'none'] as const
const tokenWords = ['max_tokens', 'max_completion_tokens'] as const

interface Manner {
  readonly format: (typeof formats)[number]
  readonly tokenWord: (typeof tokenWords)[number]
}

const mostTries = formats.length + 1
const misunderstood = [400, 422]

/** OpenAI, and every server that speaks as it does: Ollama, LM Studio, llama.cpp, vLLM and others. */
export function openAiWriter({ baseUrl, apiKey, model }: OpenAiOptions): Writer {
  let known: Manner = { format: 'json_schema', tokenWord: 'max_tokens' }
  const ask = (question: Question, manner: Manner, signal: AbortSignal) =>
    postJson({
      url: `${baseUrl ?? openAi}/chat/completions`,
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      body: { model, stream: true, ...bodyOf(question, manner) },
      apiKey,
      signal,
    })
  return {
    name: `openai ${model}`,
    async *write(question, signal) {
      let manner = known
      for (let tries = 1; ; tries += 1) {
        const answer = await ask(question, manner, signal)
        if (answer.ok) {
          known = manner
          yield* isStreamed(answer) ? streamed(answer, apiKey, signal) : whole(answer, apiKey, signal)
          return
        }
        const bodyText = await answerText(answer, signal)
        const next = misunderstood.includes(answer.status) && tries < mostTries ? plainer(manner, bodyText) : null
        if (next === null) throw failureOf(answer, bodyText, apiKey)
        manner = next
      }
    },
  }
}

function bodyOf({ task, material, schema, mostTokens }: Question, { format, tokenWord }: Manner) {
  const schemaNamed = { name: 'children', strict: true, schema }
  return {
    messages: [
      { role: 'system', content: task },
      { role: 'user', content: material },
    ],
    [tokenWord]: mostTokens,
    ...(format === 'json_schema' && { response_format: { type: format, json_schema: schemaNamed } }),
    ...(format === 'json_object' && { response_format: { type: format } }),
  }
}

function plainer({ format, tokenWord }: Manner, bodyText: string): Manner | null {
  if (tokenWord === 'max_tokens' && bodyText.includes('max_completion_tokens')) {
    return { format, tokenWord: 'max_completion_tokens' }
  }
  const next = formats[formats.indexOf(format) + 1]
  return next === undefined ? null : { format: next, tokenWord }
}

async function* streamed(answer: Response, apiKey: string | null, signal: AbortSignal): AsyncGenerator<string> {
  let isFinished = false
  let refusal = ''
  for await (const { text } of eventsOf(answer, signal)) {
    if (text.trim() === '[DONE]') {
      isFinished = true
      break
    }
    const event = parsed(text)
    checkFault(event, apiKey)
    const content = at(event, 'choices', 0, 'delta', 'content')
    if (typeof content === 'string' && content !== '') yield content
    const refused = at(event, 'choices', 0, 'delta', 'refusal')
    if (typeof refused === 'string') refusal += refused
    const reason = at(event, 'choices', 0, 'finish_reason')
    if (typeof reason === 'string') isFinished = true
    checkReason(reason, refusal, apiKey)
  }
  if (!isFinished) throw brokenOff()
}

async function* whole(answer: Response, apiKey: string | null, signal: AbortSignal): AsyncGenerator<string> {
  const body = parsed(await answerText(answer, signal))
  checkFault(body, apiKey)
  const refusal = at(body, 'choices', 0, 'message', 'refusal')
  checkReason(at(body, 'choices', 0, 'finish_reason'), typeof refusal === 'string' ? refusal : '', apiKey)
  const content = at(body, 'choices', 0, 'message', 'content')
  if (typeof content === 'string') yield content
}

/** Some servers tell of their trouble in the middle of a good answer. */
function checkFault(event: unknown, apiKey: string | null): void {
  const fault = at(event, 'error')
  if (fault === undefined || fault === null) return
  throw ownTrouble(at(fault, 'message') ?? fault, apiKey)
}

function checkReason(reason: unknown, refusal: string, apiKey: string | null): void {
  const isFiltered = reason === 'content_filter'
  if (!isFiltered && (refusal === '' || reason === null || reason === undefined)) return
  const words = wordsOf(refusal, apiKey) || 'its filter does not let the answer through'
  throw new ServiceFailed(`The AI service declined: ${words}`)
}
