import { chanceBases, type Fires, noFires } from '@finlist/domain/chance/fires'
import { markets } from '@finlist/domain/markets'
import { type Canonical, canonical } from '@finlist/domain/picking/canonical'
import { limitsOf, method, methodHash, oneHash } from '@finlist/domain/picking/method'
import { trading } from '@finlist/domain/trading'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { madeUpModels } from '../../../test/models.ts'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import { baseKinds } from './invented.ts'
import MethodScreen from './MethodScreen.tsx'
import { newestModels } from './outlook/queries.ts'
import { chanceRates } from './queries.ts'

const fires = (stockWeeks: number, oneIn: number): Fires => ({
  stockWeeks,
  fires: {
    ...noFires().fires,
    ...Object.fromEntries(chanceBases.map(base => [base, base === 'DB' ? 0 : stockWeeks / oneIn])),
  },
})
const counted = ['HKEX', 'US'].map(exchange => ({
  exchange: exchange as 'HKEX' | 'US',
  methodId: method.id,
  countedAt: '2026-11-01T19:30:00.000Z',
  worlds: { real: fires(12_000, 40), walks: fires(6_000, 60), blocks: fires(6_000, 50) },
}))

function answer(data: typeof counted) {
  queryClient.setQueryDefaults(chanceRates().queryKey, { staleTime: Infinity })
  queryClient.setQueryData(chanceRates().queryKey, data)
}
beforeEach(() => answer(counted))

test.each(looks)(
  'the method page draws every base and prints every constant and the hash, in $language',
  async look => {
    await show(<MethodScreen />, { ...look, texts: ['method'] })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.getByRole('img').elements()).toHaveLength(baseKinds.length)
    await expect.element(page.getByText(methodHash, { exact: true })).toBeInTheDocument()
    const text = document.body.textContent
    expect(text).not.toMatch(/\{\{|\bundefined\b|NaN/)
    expect(JSON.parse(document.querySelector('pre')!.textContent)).toEqual(method)
    await noViolations()
  },
)

test('anyone can recompute the hashes of the rules and of each market’s limits from the texts on the page', async () => {
  await show(<MethodScreen />, { texts: ['method'] })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const texts = [...document.querySelectorAll('pre')].map(pre => JSON.parse(pre.textContent) as Canonical)
  expect(texts).toEqual([method, ...markets.map(({ id }) => limitsOf(id))])
  const hashes = await Promise.all(texts.map(text => sha256(canonical(text))))
  expect(hashes).toEqual([methodHash, ...markets.map(({ id }) => trading[id].limitsHash)])
  for (const hash of hashes) await expect.element(page.getByText(hash, { exact: true })).toBeInTheDocument()
  expect(document.body.textContent).toContain(oneHash.hash)
})

async function sha256(text: string) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

test('the method page is not cut off on a phone', async () => {
  await show(<MethodScreen />, { screen: 'narrow', texts: ['method'] })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(sticksOut()).toEqual([])
})

test('for every base the method page shows how often pure chance produces one, and how often the market does', async () => {
  await show(<MethodScreen />, { texts: ['method'] })
  const cup = page.getByRole('region', { name: 'Cup with handle (CWH)' })
  const rates = cup.getByRole('listitem')
  await expect
    .element(rates.first())
    .toHaveTextContent(
      'HKEX Random prices show a pattern like this in 1 of 60 stock-weeks, shuffled days in 1 of 50 stock-weeks; this market in 1 of 40 stock-weeks.',
    )
  expect(rates.elements()).toHaveLength(counted.length)
  const shown = baseKinds.map(kind => document.getElementById(kind)!.querySelectorAll('li').length)
  expect(shown).toEqual(baseKinds.map(() => counted.length))
  await expect
    .element(page.getByRole('region', { name: 'Double bottom (DB)' }).getByRole('listitem').first())
    .toHaveTextContent(
      'HKEX Random prices show a pattern like this in none of 6,000 stock-weeks, shuffled days in none of 6,000 stock-weeks; this market in none of 12,000 stock-weeks.',
    )
  await expect.element(page.getByText('Counted: HKEX 2026-11-01, US 2026-11-01.')).toBeVisible()
})

test('the method page fetches the models of outlooks when their section is near', async () => {
  queryClient.setQueryDefaults(newestModels().queryKey, { staleTime: Infinity })
  queryClient.setQueryData(newestModels().queryKey, madeUpModels)
  await show(<MethodScreen />, { texts: ['method'] })
  await expect.element(page.getByRole('heading', { name: 'Outlook' })).toBeInTheDocument()
  await expect.element(page.getByText(/^A pick’s outlook says: of 100 stocks/)).toBeInTheDocument()
  await expect.element(page.getByRole('tabpanel')).not.toBeInTheDocument()
  document.getElementById('outlook')!.scrollIntoView()
  await expect.element(page.getByRole('tabpanel')).toMatchTextContent('The learned forecast is used')
})

test('before chance has been counted the method page says so, and shows no rate', async () => {
  answer([])
  await show(<MethodScreen />, { texts: ['method'] })
  await expect.element(page.getByText(/^Not counted yet/)).toBeVisible()
  expect(document.body.textContent).not.toMatch(/1 of|none of/)
})

test('the link to the outlook opens the page at that section', async () => {
  queryClient.setQueryDefaults(newestModels().queryKey, { staleTime: Infinity })
  queryClient.setQueryData(newestModels().queryKey, madeUpModels)
  await show(<MethodScreen />, { path: '/method#outlook', texts: ['method'] })
  const section = page.getByRole('heading', { name: 'Outlook' })
  await expect.poll(() => Math.abs(section.element().getBoundingClientRect().top)).toBeLessThan(innerHeight / 2)
})
