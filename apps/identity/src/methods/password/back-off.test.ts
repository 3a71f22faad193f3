import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { goodPassword, messageIds, type Browser } from '../../testing/browser.ts'
import { openIdentityHouse, type IdentityHouse } from '../../testing/identity-house.ts'

let house: IdentityHouse
let address = ''

beforeEach(async () => {
  address = '192.0.2.1'
  house = await openIdentityHouse({ backOff: true, addressOf: () => address })
  await house.browser().register('ada@example.com')
})
afterEach(() => house.close())

async function failTimes(browser: Browser, times: number, email = 'ada@example.com'): Promise<void> {
  const flow = await browser.start('login')
  for (let at = 0; at < times; at += 1) {
    const answer = await browser.submit(flow, { method: 'password', identifier: email, password: `wrong ${at}` })
    expect([answer.status, messageIds(answer.body)]).toEqual([400, [4000006]])
  }
}
const wait = async (browser: Browser, email = 'ada@example.com', password = goodPassword): Promise<number> => {
  const answer = await browser.logIn(email, password)
  expect(answer.status).toBe(429)
  expect(answer.body.error).toMatchObject({ code: 429, status: 'Too Many Requests' })
  return Number(answer.headers.get('retry-after'))
}

describe('an account', () => {
  it('has to wait after five failures, twice as long each time, also for the right password', async () => {
    const browser = house.browser()
    await failTimes(browser, 5)
    for (const seconds of [1, 2, 4, 8]) {
      expect(await wait(browser)).toBe(seconds)
      house.wait(seconds * 1000)
      await failTimes(browser, 1)
    }
    house.wait(16_000)
    expect((await browser.logIn('ADA@example.com')).status).toBe(200)
    await failTimes(house.browser(), 5)
  })

  it('waits a quarter of an hour at most', async () => {
    const browser = house.browser()
    await failTimes(browser, 5)
    let longest = 0
    for (let round = 0; round < 12; round += 1) {
      longest = await wait(browser)
      house.wait(longest * 1000)
      await failTimes(browser, 1)
    }
    expect(longest).toBe(900)
  })

  it('is told apart from one that nobody has in nothing', async () => {
    const browser = house.browser()
    await failTimes(browser, 5, 'nobody@example.com')
    expect(await wait(browser, 'nobody@example.com')).toBe(1)
    expect((await browser.logIn('ada@example.com')).status).toBe(200)
  })

  it('gains nothing by guesses in parallel', async () => {
    const browser = house.browser()
    const flow = await browser.start('login')
    const guesses = Array.from({ length: 12 }, (_, at) =>
      browser.submit(flow, { method: 'password', identifier: 'ada@example.com', password: `wrong ${at}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  })

  it('answers a browser in the same way', async () => {
    const browser = house.browser()
    await failTimes(browser, 5)
    const flow = await browser.start('login')
    const fields = { method: 'password', identifier: 'ada@example.com', password: goodPassword }
    const answer = await browser.submit(flow, fields, 'page')
    expect([answer.status, answer.headers.get('retry-after'), answer.body.error.code]).toEqual([429, '1', 429])
    expect(await browser.cookie('ory_kratos_session')).toBeUndefined()
  })
})

describe('an address', () => {
  it('has to wait after many failures at many accounts; others need not', async () => {
    const browser = house.browser()
    for (let at = 0; at < 20; at += 1) await failTimes(browser, 1, `nobody${at}@example.com`)
    expect(await wait(browser)).toBe(1)
    address = '192.0.2.2'
    expect((await browser.logIn('ada@example.com')).status).toBe(200)
  })

  it('gets back what was right, so that an own account does not reset the count', async () => {
    for (let at = 0; at < 19; at += 1) await failTimes(house.browser(), 1, `nobody${at}@example.com`)
    expect((await house.browser().logIn('ada@example.com')).status).toBe(200)
    await failTimes(house.browser(), 1, 'another@example.com')
    expect(await wait(house.browser())).toBe(1)
  })
})

it('recovery mails and codes are slowed down too', async () => {
  const browser = house.browser()
  const flow = await browser.start('recovery')
  for (let at = 0; at < 5; at += 1) {
    expect((await browser.submit(flow, { method: 'code', email: 'ada@example.com' })).status).toBe(200)
  }
  expect((await browser.submit(flow, { method: 'code', email: 'ada@example.com' })).status).toBe(429)
  for (let at = 0; at < 5; at += 1) {
    expect((await browser.submit(flow, { method: 'code', code: 'x' })).status).toBe(400)
  }
  expect((await browser.submit(flow, { method: 'code', code: 'x' })).status).toBe(429)
})
