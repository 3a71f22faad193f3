import { AiServiceError, type AiWriter, type WritingPrompt } from '../../ports/breakdown.ts'
import { aiErrorTexts } from '../../texts/ai.ts'
import {
  answerInterruptedError,
  getPath,
  isEventStream,
  parseAnswerJson,
  postAiRequest,
  readAnswerEvents,
  readAnswerText,
  reportedServiceError,
  toAiServiceError,
} from './ai-http.ts'

export interface AnthropicOptions {
  /** Null means Anthropic's public API. */
  readonly baseUrl: string | null
  readonly apiKey: string
  readonly model: string
}

const defaultBaseUrl = 'https://api.anthropic.com'
const apiVersion = '2023-06-01'
const badRequestStatus = 400

export function createAnthropicWriter({ baseUrl, apiKey, model }: AnthropicOptions): AiWriter {
  const base = (baseUrl ?? defaultBaseUrl).replace(/\/v1$/u, '')
  // Older models refuse the schema option; the prompt describes the expected shape to them.
  let asksForSchema = true
  const sendRequest = (question: WritingPrompt, withSchema: boolean, signal: AbortSignal) =>
    postAiRequest({
      url: `${base}/v1/messages`,
      headers: { 'x-api-key': apiKey, 'anthropic-version': apiVersion },
      body: { model, stream: true, ...buildRequestBody(question, withSchema) },
      apiKey,
      signal,
    })
  return {
    name: `anthropic ${model}`,
    async *write(question, signal) {
      let answer = await sendRequest(question, asksForSchema, signal)
      let bodyText = answer.ok ? '' : await readAnswerText(answer, signal)
      if (answer.status === badRequestStatus && asksForSchema && /output_config|format/u.test(bodyText)) {
        answer = await sendRequest(question, false, signal)
        if (answer.ok) asksForSchema = false
        else bodyText = await readAnswerText(answer, signal)
      }
      if (!answer.ok) throw toAiServiceError(answer, bodyText, apiKey)
      yield* isEventStream(answer)
        ? readStreamedAnswer(answer, apiKey, signal)
        : readWholeAnswer(answer, apiKey, signal)
    },
  }
}

const buildRequestBody = ({ task, material, schema, mostTokens }: WritingPrompt, withSchema: boolean) => ({
  max_tokens: mostTokens,
  system: task,
  messages: [{ role: 'user', content: material }],
  ...(withSchema && { output_config: { format: { type: 'json_schema', schema } } }),
})

async function* readStreamedAnswer(answer: Response, apiKey: string, signal: AbortSignal): AsyncGenerator<string> {
  for await (const { text } of readAnswerEvents(answer, signal)) {
    const event = parseAnswerJson(text)
    const type = getPath(event, 'type')
    if (type === 'error') throw reportedServiceError(getPath(event, 'error', 'message'), apiKey)
    if (type === 'message_stop') return
    const piece = type === 'content_block_delta' ? getPath(event, 'delta', 'text') : undefined
    if (typeof piece === 'string' && piece !== '') yield piece
    if (type === 'message_delta') throwIfDeclined(getPath(event, 'delta', 'stop_reason'))
  }
  throw answerInterruptedError()
}

async function* readWholeAnswer(answer: Response, apiKey: string, signal: AbortSignal): AsyncGenerator<string> {
  const body = parseAnswerJson(await readAnswerText(answer, signal))
  if (getPath(body, 'type') === 'error') throw reportedServiceError(getPath(body, 'error', 'message'), apiKey)
  throwIfDeclined(getPath(body, 'stop_reason'))
  const content = getPath(body, 'content')
  for (const part of Array.isArray(content) ? content : []) {
    const text = getPath(part, 'text')
    if (typeof text === 'string') yield text
  }
}

function throwIfDeclined(reason: unknown): void {
  if (reason === 'refusal') throw new AiServiceError(aiErrorTexts.declined)
}
