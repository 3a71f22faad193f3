import type { FastifyInstance, FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import { fieldsFromEntries, fieldsFromJson, noFields, type Fields } from './fields.ts'
import { Refusal, refusals } from './refusal.ts'

export const bodyLimitBytes = 5 * 1024 * 1024
const fieldsLimit = 100

/** A JSON number such as 1e400 would be read as Infinity, and a deep nest is only walked two levels down. */
function readJson(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusals.malformed('The body is not valid JSON.')
  }
  return fieldsFromJson(value)
}

const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '))

function readForm(text: string): Fields {
  const pairs = text.split('&', fieldsLimit + 1).filter((pair) => pair !== '')
  if (pairs.length > fieldsLimit) throw refusals.malformed('The form has too many fields.')
  try {
    return fieldsFromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=')
        return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
      }),
    )
  } catch (error) {
    throw error instanceof URIError ? refusals.malformed('The form is not valid UTF-8.') : error
  }
}

async function readMultipart(request: FastifyRequest): Promise<Fields> {
  const entries: [string, string][] = []
  const limits = { files: 0, fields: fieldsLimit, parts: fieldsLimit, fieldSize: 64 * 1024, fieldNameSize: 200 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') throw refusals.malformed('A form of this service takes no files.')
    // The parser puts U+FFFD where bytes were not UTF-8.
    if (typeof part.value !== 'string' || part.value.includes('\uFFFD') || part.valueTruncated) {
      throw refusals.malformed(`The field ${JSON.stringify(part.fieldname)} cannot be read.`)
    }
    entries.push([part.fieldname, part.value])
  }
  return fieldsFromEntries(entries)
}

function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw refusals.malformed('The body is not valid UTF-8.')
  }
}

/** Replaces whatever parsers the outer server has: theirs would answer a broken form in another shape. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const take = (type: string, read: (text: string) => Fields) =>
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
      read(decoded(body)),
    )
  take('application/json', readJson)
  take('application/x-www-form-urlencoded', readForm)
  await app.register(multipart)
}

const isCoded = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof Error && 'statusCode' in error)

export async function readFields(request: FastifyRequest): Promise<Fields> {
  if (request.method === 'GET' || request.method === 'HEAD') return noFields
  if (request.isMultipart()) {
    if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) throw new Refusal(413)
    return readMultipart(request).catch((error: unknown) => {
      throw isCoded(error) ? error : refusals.malformed('The form is not what it claims to be.')
    })
  }
  if (request.body instanceof Map) return request.body
  throw refusals.malformed('The request has no body.')
}
