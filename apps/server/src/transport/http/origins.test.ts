import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createOrigins } from './origins.ts'

const readOrigins = (env: NodeJS.ProcessEnv) => createOrigins(readConfig(env, '/'))

describe('Own origins', () => {
  it('uses the loopback names at our port as own origins if WEB_URL is unset, and BASE follows the request', () => {
    const origins = readOrigins({ PORT: '0' })
    origins.listening(4567)
    for (const host of ['localhost:4567', '127.0.0.1:4567', '[::1]:4567']) {
      expect(origins.isOwn(`http://${host}`)).toBe(true)
      expect(origins.webOriginFor({ host })).toBe(`http://${host}`)
      expect(origins.apiOriginFor({ host })).toBe(`http://${host}`)
    }
    expect(origins.webOriginFor({ host: 'evil.example' })).toBe('http://localhost:4567')
    expect(origins.isOwn('https://localhost:4567')).toBe(false)
    expect(origins.isOwn('http://localhost:3000')).toBe(false)
    expect(origins.hosts()).toEqual(['localhost:4567', '127.0.0.1:4567', '[::1]:4567'])
  })

  it('uses exactly the two configured origins, whatever Host says', () => {
    const origins = readOrigins({
      WEB_URL: 'https://app.example.com',
      EXTRA_HOSTS: 'app.test.example,api.test.example',
    })
    expect(origins.webOriginFor({ host: 'localhost:3000' })).toBe('https://app.example.com')
    expect(origins.apiOriginFor({ host: 'app.example.com' })).toBe('https://api.example.com')
    expect(origins.isOwn('http://localhost:3000')).toBe(false)
    expect([origins.isSplit, origins.isSecure]).toEqual([true, true])
    expect(origins.isApiHost({ host: 'API.example.com' })).toBe(true)
    expect(origins.isApiHost({ host: 'app.example.com' })).toBe(false)
    expect(origins.hosts()).toEqual(['app.example.com', 'api.example.com', 'app.test.example', 'api.test.example'])
  })

  it('uses one origin if page and API share it', () => {
    const origins = readOrigins({ WEB_URL: 'http://10.0.0.5:3000' })
    expect([origins.isSplit, origins.isSecure, origins.isApiHost({ host: '10.0.0.5:3000' })]).toEqual([
      false,
      false,
      false,
    ])
  })
})
