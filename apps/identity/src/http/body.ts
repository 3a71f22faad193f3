import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, httpErrors } from '../protocol/errors.ts'
import { emptyFields, fieldsFromEntries, fieldsFromJson, type SubmittedFields } from '../protocol/fields.ts'
import { errorTexts } from '../texts/errors.ts'

export const bodyLimitBytes = 5 * 1024 * 1024
const maxFormFields = 100

/** Refuses numbers such as 1e400, which JSON.parse reads as Infinity, and reads only two levels of nesting. */
function parseJsonFields(text: string): SubmittedFields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw httpErrors.malformed(errorTexts.request.notJson)
  }
  return fieldsFromJson(value)
}

const decodeFormPart = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '))

function parseFormFields(text: string): SubmittedFields {
  const pairs = text.split('&', maxFormFields + 1).filter((pair) => pair !== '')
  if (pairs.length > maxFormFields) throw httpErrors.malformed(errorTexts.request.tooManyFields)
  try {
    return fieldsFromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=')
        return at < 0
          ? [decodeFormPart(pair), '']
          : [decodeFormPart(pair.slice(0, at)), decodeFormPart(pair.slice(at + 1))]
      }),
    )
  } catch (error) {
    throw error instanceof URIError ? httpErrors.malformed(errorTexts.request.formNotUtf8) : error
  }
}

async function readMultipartFields(request: FastifyRequest): Promise<SubmittedFields> {
  const entries: [string, string][] = []
  const limits = { files: 0, fields: maxFormFields, parts: maxFormFields, fieldSize: 64 * 1024, fieldNameSize: 200 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') throw httpErrors.malformed('A form of this service takes no files.')
    // The parser inserts U+FFFD for bytes that are not UTF-8.
    if (typeof part.value !== 'string' || part.value.includes('\uFFFD') || part.valueTruncated) {
      throw httpErrors.malformed(errorTexts.request.unreadableField(part.fieldname))
    }
    entries.push([part.fieldname, part.value])
  }
  return fieldsFromEntries(entries)
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw httpErrors.malformed(errorTexts.request.notUtf8)
  }
}

/** Replaces the parsers of the outer server, which would answer a broken form in another shape. */
export async function registerFormParsers(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const addParser = (type: string, read: (text: string) => SubmittedFields) =>
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
      read(decodeUtf8(body)),
    )
  addParser('application/json', parseJsonFields)
  addParser('application/x-www-form-urlencoded', parseFormFields)
  await app.register(multipart)
}

const hasStatusCode = (error: unknown): boolean =>
  error instanceof HttpError || (error instanceof Error && 'statusCode' in error)

export async function readFormFields(request: FastifyRequest): Promise<SubmittedFields> {
  if (request.method === 'GET' || request.method === 'HEAD') return emptyFields
  if (request.isMultipart()) {
    if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) throw new HttpError(413)
    return readMultipartFields(request).catch((error: unknown) => {
      throw hasStatusCode(error) ? error : httpErrors.malformed(errorTexts.request.formBroken)
    })
  }
  if (request.body instanceof Map) return request.body
  throw httpErrors.malformed(errorTexts.request.noBody)
}
