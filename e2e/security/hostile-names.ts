import { cleanLine } from '@espalier/domain'
import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { type Person, registered } from '../support/person.ts'
import { storablePayloads } from './hostile-data.ts'

/** The payloads as a single line, which is all that a name can be. */
export const lines: readonly string[] = [...new Set(storablePayloads.map(cleanLine))]

/** Joins neighboring payloads up to a length, so that a few texts contain all of them. */
export function joinLines(maxCharacters: number): readonly string[] {
  const joined: string[] = []
  for (const line of lines) {
    const longer = [...joined.splice(-1), line].join(' ')
    if (longer.length <= maxCharacters) joined.push(longer)
    else joined.push(longer.slice(0, -line.length - 1), line)
  }
  return joined.filter((text) => text !== '')
}

const nameCharacters = 60

/** Takes payloads as names of tags, fields and the like, from the whole list. */
export function pickNames(count: number): readonly string[] {
  const short = lines.filter((line) => line.length <= nameCharacters)
  const step = Math.max(1, Math.floor(short.length / count))
  return short.filter((_, index) => index % step === 0).slice(0, count)
}

export interface HostilePerson extends Person {
  readonly id: string
  readonly name: string
}

/** An address cannot contain angle brackets, but a browser decodes these references without a semicolon. */
export const hostileAddress = (name: string): string => `${name}'&#60svg/onload=xss&#62@a.example`

/** Finds a person as somebody who knows their address. */
export async function findPersonId(page: Page, email: string): Promise<string> {
  const query = 'query ($email: String!) { publicUserByEmail(email: $email) { id } }'
  const found = await ask<{ publicUserByEmail: { id: string } }>(page, query, { email })
  return found.publicUserByEmail.id
}

const longestName = 200
const registeredAtOnce = 4

/** Registers as many people as are needed to have every payload in somebody's name. */
export async function registerHostilePeople(origin: string, operator: Page): Promise<readonly HostilePerson[]> {
  const names = joinLines(longestName)
  const pairs = Array.from({ length: Math.ceil(names.length / 2) }, (_, at) => names.slice(2 * at, 2 * at + 2))
  const register = async ([firstname = '', lastname = '']: readonly string[], at: number): Promise<HostilePerson> => {
    const person = await registered(origin, hostileAddress(`p${at}`), { firstname, lastname })
    // A person has an account since their first request, and only people who were looked up can become members.
    await person.ask(origin, '{ account { id } }')
    const id = await findPersonId(operator, person.email)
    return { ...person, id, name: `${firstname} ${lastname}`.trim() }
  }
  const people: HostilePerson[] = []
  for (let at = 0; at < pairs.length; at += registeredAtOnce)
    people.push(
      ...(await Promise.all(pairs.slice(at, at + registeredAtOnce).map((pair, index) => register(pair, at + index)))),
    )
  return people
}
