import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { looks, noViolations, show } from '../../test/show.tsx'
import { Showcase } from './Showcase.tsx'

const overlays = ['dialog', 'alertdialog', 'alertdialog', 'dialog', 'menu'] as const

test.each(looks)(
  'no part of ui/ and no dialog or menu has accessibility violations: $language',
  { tags: ['slow'] },
  async look => {
    const here = location.href
    onTestFinished(() => history.replaceState(history.state, '', here))
    history.replaceState(history.state, '', `?${new URLSearchParams(look)}`)
    await show(<Showcase />, look)
    const over = page.getByRole('region', { name: /^(Dialogs and menus|對話框與選單)$/ })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await noViolations()
    for (const [at, role] of overlays.entries()) {
      const button = over.getByRole('button').nth(at)
      await userEvent.click(button)
      await expect.element(page.getByRole(role)).toBeVisible()
      await noViolations()
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole(role)).not.toBeInTheDocument()
    }
  },
)
