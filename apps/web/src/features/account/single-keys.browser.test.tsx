import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show } from '../../../test/show.tsx'
import { read } from '../../api/storage.ts'
import { SingleKeys } from './SingleKeys.tsx'

test.each(looks)(
  'single-key shortcuts can be turned off and on, and this browser remembers the choice: $language',
  async look => {
    await show(
      <>
        <h1>My Account</h1>
        <SingleKeys />
      </>,
      { ...look, texts: ['account'] },
    )
    const choice = page.getByRole('switch', { name: look.language === 'zh' ? '單鍵快捷鍵' : 'Single-key shortcuts' })
    await expect.element(choice).toBeChecked()
    await noViolations()
    await choice.click({ force: true })
    await expect.element(choice).not.toBeChecked()
    expect(read('singleKeys')).toBe(false)
    await choice.click({ force: true })
    await expect.element(choice).toBeChecked()
    expect(read('singleKeys')).toBe(true)
  },
)
