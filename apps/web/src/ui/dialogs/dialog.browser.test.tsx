import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import Dialog from './dialog.tsx'

const body = () => page.getByRole('document').element() as HTMLElement

async function showLines(count: number) {
  await show(
    <Dialog open onClose={() => undefined} title="Lines" closeLabel="Close">
      {Array.from({ length: count }, (_, line) => (
        <p key={line}>Line {line}</p>
      ))}
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Lines' })).toBeVisible()
}

test('a dialog’s body is a Tab stop only while it scrolls', async () => {
  await showLines(3)
  await expect.poll(() => body().tabIndex).toBe(-1)
  await showLines(200)
  await expect.poll(() => body().tabIndex).toBe(0)
})
