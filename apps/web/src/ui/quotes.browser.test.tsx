import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, show } from '../../test/show.tsx'

test.each(looks)(
  'in both languages a curly quote has the narrow width that it has in a Latin font, $language',
  async ({ language }) => {
    await show(
      <p className="font-sans text-16">
        <span data-testid="quote">“</span>
        <span data-testid="character">字</span>
      </p>,
      { language },
    )
    await expect.element(page.getByTestId('quote')).toBeVisible()
    const widthOf = (id: string) => page.getByTestId(id).element().getBoundingClientRect().width
    expect(widthOf('quote')).toBeGreaterThan(0)
    expect(widthOf('quote')).toBeLessThan(widthOf('character') * 0.7)
  },
)
