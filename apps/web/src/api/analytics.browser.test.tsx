import { expect, test, vi } from 'vitest'
import { type Recorded, record } from './analytics.ts'
import { startServices, stopServices } from './analytics-services.ts'
import { write } from './storage.ts'

const ids = { analyticsId: 'G-TEST', pixelId: '' }
type Page = { dataLayer?: ArrayLike<unknown>[] }
const counted = () =>
  ((window as unknown as Page).dataLayer ?? [])
    .map(words => Array.from(words))
    .filter(([word]) => word === 'event')
    .map(([, name, detail]) => `${String(name)} ${(detail as Extract<Recorded['detail'], { path: string }>).path}`)

test('analytics count the page on which the user consents and no earlier one, even if the user withdraws and consents again', () => {
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined)
  write('analyticsConsent', null)
  record('page_view', { path: '/before' })
  record('page_view', { path: '/agreed' })
  write('analyticsConsent', 'yes')
  startServices(ids)
  record('page_view', { path: '/after' })
  expect(counted()).toEqual(['page_view /agreed', 'page_view /after'])
  write('analyticsConsent', 'no')
  stopServices()
  record('page_view', { path: '/refused' })
  record('page_view', { path: '/again' })
  write('analyticsConsent', 'yes')
  startServices(ids)
  expect(counted()).toEqual(['page_view /agreed', 'page_view /after', 'page_view /again'])
  vi.restoreAllMocks()
})
