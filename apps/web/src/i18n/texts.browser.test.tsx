import { Suspense, startTransition, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchTexts, useTranslation } from './texts.ts'

/** After its texts it has a hook with a place of its own. */
function Late() {
  const t = useTranslation('movers')
  const [times] = useState(1)
  return <p>{`${t('tab.basic')} ${times}`}</p>
}

test('a part that waited for its texts goes on where it stood', async () => {
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
