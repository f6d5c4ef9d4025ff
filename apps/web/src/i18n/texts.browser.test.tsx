import { Suspense, startTransition, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { applyRisingPrices } from '../api/theme.ts'
import { currentAlert, showAlert } from '../components/notices/show-alert.ts'
import { fetchTexts, useTranslation } from './texts.ts'

/** A component that calls a stateful hook after loading its texts. */
function Late() {
  const t = useTranslation('movers')
  const [times] = useState(1)
  return <p>{`${t('tab.basic')} ${times}`}</p>
}

/** The parts of the page's state that all tests of this process share. */
const pageNow = () => {
  const { lang, dataset, style } = document.documentElement
  return {
    look: [lang, JSON.stringify(dataset), style.cssText],
    kept: [localStorage.length, sessionStorage.length],
    shown: document.body.childElementCount,
    alert: currentAlert()?.message,
  }
}
const untouched = { look: ['en', '{}', ''], kept: [0, 0], shown: 0, alert: undefined }

test('every test starts with a fresh page: this test leaves all kinds of state behind', async () => {
  expect(pageNow()).toEqual(untouched)
  await show(<Late />, { language: 'zh', theme: 'dark', texts: ['movers'] })
  applyRisingPrices('red')
  void showAlert('x')
  document.title = 'Movers'
  document.documentElement.style.fontSize = '200%'
  sessionStorage.setItem('signInDepartures', '1')
  await expect.poll(() => document.body.textContent).toContain('基本')
})

test('every test starts with a fresh page: this test finds none of the previous test’s state', () => {
  expect(pageNow()).toEqual(untouched)
  expect(document.title).toBe('FinList')
})

test('a component that had to wait for its texts resumes correctly', async () => {
  await fetchTexts('shell')
  const warned = vi.spyOn(console, 'error')
  const place = document.body.appendChild(document.createElement('div'))
  const recovered: unknown[] = []
  const root = createRoot(place, { onRecoverableError: error => recovered.push(error) })
  onTestFinished(() => {
    warned.mockRestore()
    root.unmount()
    place.remove()
  })
  root.render(<Suspense fallback="waits">early</Suspense>)
  await expect.poll(() => place.textContent).toBe('early')
  startTransition(() =>
    root.render(
      <Suspense fallback="waits">
        <Late />
      </Suspense>,
    ),
  )
  await expect.poll(() => place.textContent).toBe('BASIC 1')
  expect(recovered).toEqual([])
  expect(warned).not.toHaveBeenCalled()
})
