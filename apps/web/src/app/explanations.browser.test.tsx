import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { Term } from '../components/term.tsx'
import { Explanations } from './Explanations.tsx'

test('Escape closes only the open explanation, even if pressed at the moment it appears', async () => {
  await show(
    <>
      <Term of="percivalScore">Percival Score</Term>
      <Explanations />
    </>,
    { texts: ['glossary'] },
  )
  const heard: string[] = []
  const hear = ({ key }: KeyboardEvent) => heard.push(key)
  document.addEventListener('keydown', hear)
  onTestFinished(() => document.removeEventListener('keydown', hear))
  const appeared = new Promise<void>(resolve => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[data-explains]')) return
      watch.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      resolve()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await userEvent.click(page.getByRole('button'))
  await appeared
  expect(heard).toEqual([])
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})
