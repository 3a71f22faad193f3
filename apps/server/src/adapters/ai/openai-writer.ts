import { AiServiceError, type AiWriter, type WritingPrompt } from '../../ports/breakdown.ts'
import { aiErrorTexts } from '../../texts/ai.ts'
import {
  answerInterruptedError,
  cleanServiceText,
  getPath,
  isEventStream,
  parseAnswerJson,
  postAiRequest,
  readAnswerEvents,
  readAnswerText,
  reportedServiceError,
  toAiServiceError,
} from './ai-http.ts'

export interface OpenAiOptions {
  /** Null means OpenAI's public API. */
  readonly baseUrl: string | null
  /** Null if the server needs no key. */
  readonly apiKey: string | null
  readonly model: string
}

const defaultBaseUrl = 'https://api.openai.com/v1'

/** Ways to request the shape of the answer, because not every compatible server supports all of them. */
const formats = ['json_schema', 'json_object', 'none'] as const
const tokenLimitFields = ['max_tokens', 'max_completion_tokens'] as const

interface RequestFormat {
  readonly format: (typeof formats)[number]
  readonly tokenWord: (typeof tokenLimitFields)[number]
}

const maxAttempts = formats.length + 1
const badRequestStatuses = [400, 422]

/** Supports OpenAI and every compatible server: Ollama, LM Studio, llama.cpp, vLLM and others. */
export function createOpenAiWriter({ baseUrl, apiKey, model }: OpenAiOptions): AiWriter {
  let known: RequestFormat = { format: 'json_schema', tokenWord: 'max_tokens' }
  const sendRequest = (question: WritingPrompt, requestFormat: RequestFormat, signal: AbortSignal) =>
    postAiRequest({
      url: `${baseUrl ?? defaultBaseUrl}/chat/completions`,
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      body: { model, stream: true, ...buildRequestBody(question, requestFormat) },
      apiKey,
      signal,
    })
  return {
    name: `openai ${model}`,
    async *write(question, signal) {
      let requestFormat = known
      for (let tries = 1; ; tries += 1) {
        const answer = await sendRequest(question, requestFormat, signal)
        if (answer.ok) {
          known = requestFormat
          yield* isEventStream(answer)
            ? readStreamedAnswer(answer, apiKey, signal)
            : readWholeAnswer(answer, apiKey, signal)
          return
        }
        const bodyText = await readAnswerText(answer, signal)
        const next =
          badRequestStatuses.includes(answer.status) && tries < maxAttempts
            ? simplifyRequestFormat(requestFormat, bodyText)
            : null
        if (next === null) throw toAiServiceError(answer, bodyText, apiKey)
        requestFormat = next
      }
    },
  }
}

function buildRequestBody({ task, material, schema, mostTokens }: WritingPrompt, { format, tokenWord }: RequestFormat) {
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

function simplifyRequestFormat({ format, tokenWord }: RequestFormat, bodyText: string): RequestFormat | null {
  if (tokenWord === 'max_tokens' && bodyText.includes('max_completion_tokens')) {
    return { format, tokenWord: 'max_completion_tokens' }
  }
  const next = formats[formats.indexOf(format) + 1]
  return next === undefined ? null : { format: next, tokenWord }
}

async function* readStreamedAnswer(
  answer: Response,
  apiKey: string | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let isFinished = false
  let refusal = ''
  for await (const { text } of readAnswerEvents(answer, signal)) {
    if (text.trim() === '[DONE]') {
      isFinished = true
      break
    }
    const event = parseAnswerJson(text)
    throwIfErrorEvent(event, apiKey)
    const content = getPath(event, 'choices', 0, 'delta', 'content')
    if (typeof content === 'string' && content !== '') yield content
    const refused = getPath(event, 'choices', 0, 'delta', 'refusal')
    if (typeof refused === 'string') refusal += refused
    const reason = getPath(event, 'choices', 0, 'finish_reason')
    if (typeof reason === 'string') isFinished = true
    throwIfDeclined(reason, refusal, apiKey)
  }
  if (!isFinished) throw answerInterruptedError()
}

async function* readWholeAnswer(answer: Response, apiKey: string | null, signal: AbortSignal): AsyncGenerator<string> {
  const body = parseAnswerJson(await readAnswerText(answer, signal))
  throwIfErrorEvent(body, apiKey)
  const refusal = getPath(body, 'choices', 0, 'message', 'refusal')
  throwIfDeclined(getPath(body, 'choices', 0, 'finish_reason'), typeof refusal === 'string' ? refusal : '', apiKey)
  const content = getPath(body, 'choices', 0, 'message', 'content')
  if (typeof content === 'string') yield content
}

/** Some servers report an error in the middle of a successful response. */
function throwIfErrorEvent(event: unknown, apiKey: string | null): void {
  const fault = getPath(event, 'error')
  if (fault === undefined || fault === null) return
  throw reportedServiceError(getPath(fault, 'message') ?? fault, apiKey)
}

function throwIfDeclined(reason: unknown, refusal: string, apiKey: string | null): void {
  const isFiltered = reason === 'content_filter'
  if (!isFiltered && (refusal === '' || reason === null || reason === undefined)) return
  const reported = cleanServiceText(refusal, apiKey)
  throw new AiServiceError(reported === '' ? aiErrorTexts.filtered : aiErrorTexts.declinedBecause(reported))
}
