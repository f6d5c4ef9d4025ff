// @module-tag slow
import { parts } from '@finlist/domain/learning/exact'
import { outlooksOf } from '@finlist/domain/learning/list-outlooks'
import { outlookOf } from '@finlist/domain/learning/outlook'
import type { Stock } from '@finlist/domain/picking/bars'
import { type Canonical, canonical } from '@finlist/domain/picking/canonical'
import { isoDay } from '@finlist/domain/picking/days'
import { issueOf, type PickingIssue } from '@finlist/domain/picking/issue'
import { looksOf } from '@finlist/domain/picking/look'
import { base64UrlOf, bytesOfHex, hexOf } from '@finlist/domain/record/bytes'
import { entryLine, nextEntry, type RecordEntry } from '@finlist/domain/record/entry'
import { headLine } from '@finlist/domain/record/head-line'
import { keyBody, keyIdOf } from '@finlist/domain/record/key'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { sha256 } from './sha256.ts'
import VerifyScreen from './VerifyScreen.tsx'

const today = 20_000
/** Stocks that each rise with a wave of a different length, so that some of them are listed. */
const stocks = Array.from({ length: 30 }, (_, n): Stock => {
  const days = Array.from({ length: 400 }, (_, at) => today - 399 + at)
  const close = days.map(
    (_, at) => Math.round((20 + n + at * (0.05 + n * 0.01) + Math.sin(at / (9 + n)) * 3) * 100) / 100,
  )
  return {
    code: `S${n}`,
    days,
    high: close.map(price => Math.round(price * 1.01 * 100) / 100),
    low: close.map(price => Math.round(price * 0.99 * 100) / 100),
    close,
    volume: close.map(() => 90_000_000),
  }
})
const list: PickingIssue = issueOf('US', stocks, today)
const csv = ['code,date,high,low,close,volume']
  .concat(
    stocks.flatMap(({ code, days, high, low, close, volume }) =>
      [...(days as number[])].map(
        (day, at) => `${code},${isoDay(day)},${high[at]},${low[at]},${close[at]},${volume[at]}`,
      ),
    ),
  )
  .join('\n')

async function record(
  made = list,
  body = canonical({ made: 'method', list: made as unknown as Canonical, salt: 'y' }),
  outcomes: readonly string[] = [],
  models: readonly string[] = [],
): Promise<RecordEntry[]> {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const all: RecordEntry[] = []
  const add = async (kind: RecordEntry['kind'], market: RecordEntry['market'], body: string) => {
    const madeAt = `2026-07-17T10:00:0${all.length}.000Z`
    const entry = nextEntry(all.at(-1), { kind, market, madeAt, keyId: keyIdOf(bytes, sha256), body }, sha256)
    const signature = await crypto.subtle.sign('Ed25519', privateKey, bytesOfHex(entry.hash) as Uint8Array<ArrayBuffer>)
    all.push({ ...entry, signature: base64UrlOf(new Uint8Array(signature)) })
  }
  await add('key', '', keyBody(bytes, null, sha256))
  await add('issue', 'US', canonical({ made: 'staff', list: { market: 'US', date: '2026-07-10' }, salt: 'x' }))
  for (const model of models) await add('model', 'US', model)
  await add('issue', 'US', body)
  for (const told of outcomes) await add('outcomes', 'US', told)
  return all
}
const fileOf = (entries: readonly RecordEntry[]) =>
  new File(
    entries.map(entry => `${entryLine(entry)}\n`),
    'record.ndjson',
  )
const choose = (label: RegExp, file: File) => userEvent.upload(page.getByLabelText(label), file)
const button = (name: string | RegExp) => page.getByRole('button', { name })

async function checkFile(entries: readonly RecordEntry[]) {
  await choose(/copy of the record/, fileOf(entries))
  await button('Check the record').click()
}

test('the bars of these tests make a list that has picks', () => {
  expect(list.picks.length).toBeGreaterThan(1)
})

test('a valid record is reported with its head; a list is rebuilt from the user’s own bars, and a changed list is reported', async () => {
  const entries = await record()
  await show(<VerifyScreen />, { texts: ['verify'] })
  await page.getByLabelText(/head from an earlier check/).fill(headLine('lists.example/finlist-record', entries[1]!))
  await checkFile(entries)
  await expect.element(page.getByText('3 entries, no faults', { exact: false })).toBeVisible()
  await expect.element(page.getByText('It continues from your earlier head.')).toBeVisible()
  await expect.element(page.getByText(entries[2]!.hash, { exact: false })).toBeVisible()

  await choose(/your own prices/, new File([csv], 'bars.csv'))
  await expect.element(page.getByText('Recreated from 30 stocks: identical, byte for byte.')).toBeVisible()
  const { code, close } = list.picks[0]!
  const last = `${code},${isoDay(today)},`
  const changed = csv
    .split('\n')
    .map(line => (line.startsWith(last) ? line.replace(`,${close},`, `,${close + 1},`) : line))
  await choose(/your own prices/, new File([changed.join('\n')], 'changed.csv'))
  await expect.element(page.getByText(new RegExp(`^${code}: \\S+ is .* in the record and .* recreated`))).toBeVisible()
  await choose(/your own prices/, new File([csv.slice(0, 40_000), '\nS1,2026-13-01,1,1,1,1'], 'bad.csv'))
  await expect.element(page.getByText(/^Line \d+: /)).toBeVisible()
  await noViolations()
})

test.each<[string, (all: RecordEntry[]) => RecordEntry[], string]>([
  [
    'a changed byte',
    all => all.with(1, { ...all[1]!, madeAt: '2026-07-17T10:00:01.001Z' }),
    'Changed: the line does not match its hash.',
  ],
  ['a dropped entry', all => all.toSpliced(1, 1), 'Missing.'],
  [
    'another signature',
    all => all.with(2, { ...all[2]!, signature: all[1]!.signature }),
    'The signature does not match the key it names.',
  ],
])('a record with %s is reported', async (_, tamper, said) => {
  const entries = await record()
  await show(<VerifyScreen />, { texts: ['verify'] })
  await checkFile(tamper(entries))
  await expect.element(page.getByText(/^One fault in/)).toBeVisible()
  await expect.element(page.getByText(said)).toBeVisible()
})

test('a head kept from an earlier check reveals a fork or an outdated copy of the record; an invalid head is refused', async () => {
  const entries = await record()
  await show(<VerifyScreen />, { texts: ['verify'] })
  const head = page.getByLabelText(/head from an earlier check/)
  await head.fill(`lists.example/finlist-record 3 ${'ab'.repeat(32)}`)
  await checkFile(entries)
  await expect.element(page.getByText('A fork: two records differ from here on.')).toBeVisible()
  await head.fill(`lists.example/finlist-record 9 ${'ab'.repeat(32)}`)
  await button('Check the record').click()
  await expect.element(page.getByText('The record ends before your earlier head.')).toBeVisible()
  await head.fill('nonsense')
  await expect.element(page.getByText('Not a valid head.', { exact: false })).toBeVisible()
  await expect.element(button('Check the record')).toBeDisabled()
})

/** A gzipped file that has a header and then the same piece repeatedly. */
async function packed(piece: string, times: number, head = ''): Promise<File> {
  const bytes = new TextEncoder().encode(piece)
  let left = times
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: stream => stream.enqueue(new TextEncoder().encode(head)),
    pull(stream) {
      if (left-- > 0) stream.enqueue(bytes)
      else stream.close()
    },
  })
  return new File([await new Response(pieces.pipeThrough(new CompressionStream('gzip'))).blob()], 'bars.csv.gz')
}

describe('a hostile record file', () => {
  async function checked() {
    await show(<VerifyScreen />, { texts: ['verify'] })
    await checkFile(await record())
    await expect.element(page.getByText('3 entries, no faults', { exact: false })).toBeVisible()
  }

  test('a hostile record file that unpacks to more than 200 MB is read no further, and the page stays responsive', async () => {
    await checked()
    const row = `S1,1990-01-02,1,1,1,1,,${'x'.repeat(960)}\n`
    const bomb = await packed(row.repeat(1_000), 220, 'code,date,high,low,close,volume,split,more\n')
    expect(bomb.size).toBeLessThan(2_000_000)
    let [longest, last] = [0, performance.now()]
    const ticking = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 10)
    const began = performance.now()
    await choose(/your own prices/, bomb)
    await expect.element(page.getByText('The file is larger than 200 MB.'), { timeout: 50_000 }).toBeVisible()
    clearInterval(ticking)
    expect(longest).toBeLessThan((performance.now() - began) / 2)
  }, 90_000)

  test('a hostile record file with a line that does not end is reported immediately', async () => {
    await checked()
    await choose(/your own prices/, await packed('x'.repeat(1_000_000), 20))
    await expect.element(page.getByText('Line 1 is longer than 1,000 characters.')).toBeVisible()
  })

  test.each([
    ['is not what its name says', new File(['\u001f\u008b and no more'], 'bars.csv.gz')],
    ['holds no text', new File([new Uint8Array(5_000).fill(0xff)], 'bars.csv')],
  ])('a hostile record file that %s is reported', async (_, file) => {
    await checked()
    await choose(/your own prices/, file)
    await expect.element(page.getByText(/could not be read|columns code, date|longer than 1,000/)).toBeVisible()
  })

  test('has its name and contents shown as text and never run as code', async () => {
    const name = '<img src=x onerror=hacked=1>'
    const odd = { ...list, picks: [{ ...list.picks[0]!, code: name, score: '<script>hacked=1</script>' }] }
    await show(<VerifyScreen />, { texts: ['verify'] })
    await checkFile(await record(odd as unknown as PickingIssue))
    await expect.element(page.getByText('3 entries, no faults', { exact: false })).toBeVisible()
    await choose(/your own prices/, new File([csv.replaceAll('S1,', '<b>1</b>,')], 'bars.csv'))
    await expect.element(page.getByText(name, { exact: false })).toBeVisible()
    expect(document.querySelector('article :is(img, b, script)')).toBeNull()
    expect('hacked' in window).toBe(false)
  })

  test('a hostile record file with endless nesting is refused, and the page keeps working', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    const body = canonical({ made: 'method', list: list as unknown as Canonical, salt: 'y' }).replace(
      /"parts":\{[^}]*\}/,
      `"parts":${deep}`,
    )
    await show(<VerifyScreen />, { texts: ['verify'] })
    await checkFile(await record(list, body))
    await expect.element(page.getByText('3 entries, no faults', { exact: false })).toBeVisible()
    await choose(/your own prices/, new File([csv], 'bars.csv'))
    await expect.element(page.getByText(/could not be read|cannot provide this information/)).toBeVisible()
    await checkFile(await record())
    await expect.element(page.getByText('3 entries, no faults', { exact: false })).toBeVisible()
  })
})

test.each<[string, (bytes: Uint8Array) => Uint8Array, string]>([
  [
    'a file that was cut off',
    bytes => bytes.subarray(0, -40),
    'The file ends in the middle of this line: it was cut off.',
  ],
  [
    'bytes that are no text',
    bytes => bytes.map((byte, at) => (at === bytes.length - 200 ? 0xff : byte)),
    'The line contains bytes that are not valid UTF-8.',
  ],
])('a bars file with %s is reported', async (_, tamper, said) => {
  const whole = new Uint8Array(await fileOf(await record()).arrayBuffer())
  await show(<VerifyScreen />, { texts: ['verify'] })
  await choose(/copy of the record/, new File([tamper(whole) as Uint8Array<ArrayBuffer>], 'record.ndjson'))
  await button('Check the record').click()
  await expect.element(page.getByText(said)).toBeVisible()
})

test('outcomes of picks are shown if the record has any, and an outcome recorded twice is reported', async () => {
  const costs = { buy: 0, sell: 0, spread: 0 }
  const { code, buyPoint } = list.picks[0]!
  const outcome = {
    date: list.date,
    code,
    track: 'method',
    buyPoint,
    state: 'stop',
    entry: 100,
    exit: 92,
    netWorst: -0.08,
  }
  const told = (outcomes: object[]) => canonical({ market: 'US', costs, outcomes, salt: 'z' } as unknown as Canonical)
  await show(<VerifyScreen />, { texts: ['verify'] })
  await checkFile(await record(list, undefined, [told([outcome])]))
  await expect.element(page.getByText('It reports the outcome of 1 pick', { exact: false })).toBeVisible()
  await checkFile(await record(list, undefined, [told([outcome]), told([outcome])]))
  await expect.element(page.getByText('It reports an outcome that was reported before.')).toBeVisible()
})

describe('the outlooks of a list', () => {
  const day = isoDay(today - 7)
  const level = { shift: 200_000, slope: parts }
  const model = {
    market: 'US',
    until: day,
    level: { target: level, stop: level, from: 'own' as const },
    effects: [{ name: 'rank', edges: [80, 90], points: [0, -80_000, 10_000, 90_000] }],
    tested: null,
    gate: 'open' as const,
  }
  const codes = list.picks.map(({ code }) => code)
  const picks = outlooksOf('US', stocks, { looks: looksOf('US', stocks, today), day: today, codes }, model)
  const modelBody = canonical(model)
  const id = hexOf(sha256(modelBody))
  const recordWith = (change: object = {}, models = [modelBody]) =>
    record(
      list,
      canonical({
        made: 'method',
        list: list as unknown as Canonical,
        outlooks: { model: id, picks: { ...picks, ...change } },
        salt: 'y',
      }),
      [],
      models,
    )

  test('are checked against the model that they name, and recreated with the list', async () => {
    await show(<VerifyScreen />, { texts: ['verify'] })
    await checkFile(await recordWith())
    await expect.element(page.getByText(`It has the outlooks of ${codes.length} picks`, { exact: false })).toBeVisible()
    await choose(/your own prices/, new File([csv], 'bars.csv'))
    await expect.element(page.getByText('Recreated from 30 stocks: identical, byte for byte.')).toBeVisible()
    await expect.element(page.getByText('Its outlooks were not recomputed', { exact: false })).not.toBeInTheDocument()
    await noViolations()
  })

  test('with inputs that do not follow from the prices are reported when the list is recreated', async () => {
    const [code] = codes as [string]
    const inputs = { chance: { target: 1, stop: 2 }, bins: picks[code]!.bins }
    await show(<VerifyScreen />, { texts: ['verify'] })
    await checkFile(await recordWith({ [code]: { ...inputs, ...outlookOf(model, inputs) } }))
    await expect.element(page.getByText('4 entries, no faults', { exact: false })).toBeVisible()
    await choose(/your own prices/, new File([csv], 'bars.csv'))
    await expect.element(page.getByText(new RegExp(`^${code}: outlook is .*"target":1.* in the record`))).toBeVisible()
  })

  test.each([
    [
      'other numbers',
      { [codes[0]!]: { ...picks[codes[0]!], target: 999 } },
      [modelBody],
      'does not follow from its model',
    ],
    ['a model that the record lacks', {}, [], 'name a model that is not in an earlier entry'],
    ['a model of invalid form', {}, ['{"market":"US"}'], 'Not a valid entry of a model.'],
    ['no bins', { [codes[0]!]: {} }, [modelBody], 'Its outlooks are not in a valid form.'],
  ])('with %s are reported', async (_, change, models, said) => {
    await show(<VerifyScreen />, { texts: ['verify'] })
    await checkFile(await recordWith(change, models))
    await expect.element(page.getByText(said, { exact: false })).toBeVisible()
  })
})

test.each(looks)('the Verify page has its texts in $language', async look => {
  await show(<VerifyScreen />, { ...look, texts: ['verify'] })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(document.body.textContent).not.toMatch(/\{\{|undefined|intro\.|list\./)
  await noViolations()
})

test('the Verify page is not cut off on a phone', async () => {
  await show(<VerifyScreen />, { screen: 'narrow', texts: ['verify'] })
  await checkFile(await record())
  await expect.element(page.getByText('3 entries, no faults', { exact: false })).toBeVisible()
  expect(sticksOut()).toEqual([])
})
