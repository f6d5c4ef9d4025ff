import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openTestServer } from '../test-server.ts'

const live = { PUBLIC_URL: 'https://finlist.example', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@finlist.example' }

describe('the number of proxies in front of the server', () => {
  it('must be set outside demo mode, even if it is 0; the error names the line to add', () => {
    expect(() => readConfig(live)).toThrow(/^TRUSTED_PROXIES: .*TRUSTED_PROXIES=1 .*TRUSTED_PROXIES=0 /)
    expect(() => readConfig({ ...live, TRUSTED_PROXIES: '' })).toThrow(/^TRUSTED_PROXIES: /)
    expect(() => readConfig({ ...live, TRUSTED_PROXIES: 'one' })).toThrow('TRUSTED_PROXIES: the number of proxies')
    expect(readConfig({ ...live, TRUSTED_PROXIES: '0' })).toMatchObject({ trustedProxies: 0, host: '127.0.0.1' })
    expect(readConfig({ ...live, TRUSTED_PROXIES: '2', HOST: '10.0.0.5' })).toMatchObject({
      trustedProxies: 2,
      host: '10.0.0.5',
    })
    expect(readConfig({})).toMatchObject({ trustedProxies: 0 })
  })

  it('is logged as wrong, once, if an unconfigured proxy is seen', { tags: ['slow'] }, async () => {
    const env = { ...live, SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'error' }
    const told = (log: string[]) => log.filter(line => line.includes('untold-proxy'))
    const untold = await openTestServer({ ...env, TRUSTED_PROXIES: '0' }, { demo: false })
    try {
      await fetch(`${untold.base}/api/health`)
      expect(told(untold.log)).toEqual([])
      const headers = { 'x-forwarded-for': '203.0.113.9' }
      for (let n = 0; n < 3; n++) await fetch(`${untold.base}/api/health`, { headers })
      expect(told(untold.log)).toEqual([expect.stringContaining('Set TRUSTED_PROXIES')])
    } finally {
      await untold.close()
    }
    const known = await openTestServer({ ...env, TRUSTED_PROXIES: '1' }, { demo: false })
    try {
      await fetch(`${known.base}/api/health`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
      expect(told(known.log)).toEqual([])
    } finally {
      await known.close()
    }
  })
})
