import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../core/result.ts'
import { checkInvites, inviteTexts, parseEmailList, splitTypedEmails } from './invites.ts'

const people = (count: number): string[] => Array.from({ length: count }, (_, at) => `p${at}@x.org`)

describe('lists of email addresses', () => {
  it('[emails] completes an address at a space or a comma and keeps the rest as being typed', () => {
    expect(splitTypedEmails('Ann@x.org, bob@x.org ca')).toEqual({ tags: ['ann@x.org', 'bob@x.org'], rest: 'ca' })
    expect(splitTypedEmails('ann@x.org')).toEqual({ tags: [], rest: 'ann@x.org' })
    expect(splitTypedEmails('ann@x.org,')).toEqual({ tags: ['ann@x.org'], rest: '' })
    expect(splitTypedEmails(' , ')).toEqual({ tags: [], rest: '' })
    expect(splitTypedEmails('')).toEqual({ tags: [], rest: '' })
  })

  it('[emails] reads a whole pasted list including line breaks', () => {
    expect(parseEmailList('ann@x.org\nBOB@x.org\t,ann@X.org')).toEqual(['ann@x.org', 'bob@x.org'])
  })

  it('[emails] yields the same addresses typed letter by letter or pasted', () => {
    const anAddress = fc.constantFrom('Ann@x.org', 'bob@x.org', 'nonsense', 'c@d.ee')
    fc.assert(
      fc.property(fc.array(anAddress), fc.array(fc.constantFrom(' ', ',', ', ', '  ')), (addresses, delimiters) => {
        const text = addresses.map((one, at) => one + (delimiters[at] ?? ' ')).join('')
        const tags = new Set<string>()
        let rest = ''
        for (const letter of text) {
          const typed = splitTypedEmails(rest + letter)
          for (const tag of typed.tags) tags.add(tag)
          rest = typed.rest
        }
        expect([...tags]).toEqual(parseEmailList(text))
      }),
    )
  })
})

describe('beta invites', () => {
  it('[invites] accepts one to five addresses in lower case, each once', () => {
    expect(checkInvites(['Ann@x.org', 'ann@x.org'])).toEqual(accept(['ann@x.org']))
    expect(checkInvites(people(5)).ok).toBe(true)
    expect(checkInvites([...people(5), 'P0@x.org']).ok).toBe(true)
  })

  it('[invites] refuses none, too many and invalid addresses with their texts', () => {
    expect(checkInvites([])).toEqual(refuse('no-emails'))
    expect(checkInvites([' ', ''])).toEqual(refuse('no-emails'))
    expect(checkInvites(people(6))).toEqual(refuse('too-many-emails'))
    expect(checkInvites(['ann@x.org', 'Bob'])).toEqual({ ok: false, reason: 'invalid-email', email: 'bob' })
    expect(inviteTexts['no-emails']).toBe('Please enter at least one email address')
    expect(inviteTexts['too-many-emails']).toBe('Too many email addresses - maximum is 5')
    expect(inviteTexts['invalid-email']('bob')).toBe('Invalid email bob')
  })

  it('[invites] refuses an address that would break a mail header', () => {
    expect(checkInvites(['a@b.co\r\nBcc: x@y.zz'])).toMatchObject({ reason: 'invalid-email' })
  })
})
