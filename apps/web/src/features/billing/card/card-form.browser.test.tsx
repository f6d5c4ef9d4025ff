import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show } from '../../../../test/show.tsx'
import type { CardClient, CardField, FieldState } from '../../../api/card-client/card-client.ts'
import { CardForm } from './CardForm.tsx'

type Fields = Parameters<CardClient['mountFields']>

/** A form whose fields are in frames, like the payment provider's. The page receives only what the fields report. */
async function openForm(look?: (typeof looks)[number]) {
  let report: { state: Fields[1]; focus: NonNullable<Fields[2]['onFocus']> } | undefined
  const targets: Partial<Fields[0]> = {}
  const client = {
    mountFields(boxes: Fields[0], on: Fields[1], { onFocus }: Fields[2]) {
      report = { state: on, focus: onFocus! }
      for (const field of ['number', 'expiry', 'cvc'] as const) {
        targets[field] = boxes[field]
        boxes[field].append(Object.assign(document.createElement('iframe'), { title: field }))
      }
      return { destroy: () => undefined, clear: () => undefined }
    },
  } as Partial<CardClient> as CardClient
  const form = (
    <>
      <h1>FinList</h1>
      <CardForm client={client} onComplete={() => undefined} wrong="The card is missing." />
    </>
  )
  await show(form, { ...look, texts: ['billing'] })
  await expect.poll(() => report).toBeDefined()
  return {
    box: (field: CardField) => targets[field]!,
    state: (field: CardField, state: Partial<FieldState>) =>
      report!.state(field, { complete: false, empty: false, ...state }),
    focus: (field: CardField, has: boolean) => report!.focus(field, has),
  }
}
const outline = (box: HTMLElement) => getComputedStyle(box).outlineStyle

test('a card field shows a ring while its frame has the focus', async () => {
  const { box, focus } = await openForm()
  expect(outline(box('expiry'))).toBe('none')
  focus('expiry', true)
  await expect.poll(() => outline(box('expiry'))).toBe('solid')
  expect(outline(box('number'))).toBe('none')
  // The next field may report that it has the focus before or after this field reports losing it.
  focus('cvc', true)
  focus('expiry', false)
  await expect.poll(() => outline(box('expiry'))).toBe('none')
  expect(outline(box('cvc'))).toBe('solid')
})

test.each(looks)('the error of a card field is shown under that field, in $language', async look => {
  const { box, state } = await openForm(look)
  const general = page.getByText('The card is missing.')
  await expect.element(general).toBeVisible()
  state('number', { error: 'Your card number is invalid.' })
  const error = page.getByText('Your card number is invalid.')
  await expect.element(error).toBeVisible()
  expect(error.element().getAttribute('role')).toBe('alert')
  const [under, ofNumber, ofExpiry] = [error.element(), box('number'), box('expiry')].map(it =>
    it.getBoundingClientRect(),
  )
  expect(under!.top).toBeGreaterThanOrEqual(ofNumber!.bottom)
  expect(under!.bottom).toBeLessThan(ofExpiry!.top)
  expect(page.getByRole('group').element().getAttribute('aria-describedby')).toBe(error.element().id)
  await expect.element(general).not.toBeInTheDocument()
  await noViolations()
  state('number', { complete: true })
  await expect.element(error).not.toBeInTheDocument()
})
