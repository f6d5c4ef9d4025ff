import { afterEach, expect, test, vi } from 'vitest'
import { read, reload, write } from './storage.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
}

function use(stand: object) {
  vi.stubGlobal('localStorage', stand)
  reload()
}

afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
})

test('in a new browser the market is Hong Kong, all last-viewed times are 2021-09-01, and the registration is incomplete', () => {
  use(storage)
  expect(read('currentMarket')).toEqual({ id: 'HKEX', name: 'Hong Kong', icon: 'HK', linkSuffix: 'hk' })
  expect(read('pageLastViewed').finlist.jp).toBe('2021-09-01T00:00:00.000Z')
  expect(read('pageLastViewed').education.videos).toBe('2021-09-01T00:00:00.000Z')
  expect(read('completeRegistration')).toBe(false)
})

test('stored values and texts are read back unchanged', () => {
  use(storage)
  write('language', 'zh')
  write('completeRegistration', true)
  expect(kept.get('language')).toBe('zh')
  reload()
  expect(read('language')).toBe('zh')
  expect(read('completeRegistration')).toBe(true)
})

test('a corrupt stored time does not affect the others', () => {
  use(storage)
  const time = '2026-01-02T03:04:05.000Z'
  kept.set('pageLastViewed', JSON.stringify({ finlist: { hk: time, us: 'yesterday' }, education: 7 }))
  const viewed = read('pageLastViewed')
  expect(viewed.finlist).toMatchObject({ hk: time, us: '2021-09-01T00:00:00.000Z' })
  expect(viewed.markettrend.cn).toBe('2021-09-01T00:00:00.000Z')
})

test('corrupt stored values are treated as missing', () => {
  use(storage)
  kept.set('currentMarket', '{"id":')
  kept.set('theme', 'pink')
  kept.set('newestIssues', '{"HKEX":"last week"}')
  expect(read('currentMarket').id).toBe('HKEX')
  expect(read('theme')).toBe('system')
  expect(read('newestIssues')).toEqual({})
})

test('when the browser refuses to store values, they last until the page is closed', () => {
  const refuse = () => {
    throw new Error('blocked')
  }
  use({ getItem: refuse, setItem: refuse })
  write('theme', 'dark')
  reload()
  expect(read('theme')).toBe('dark')
})
