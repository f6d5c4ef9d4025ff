import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Performs a user's actions and counts them. Each of these counts as one action: a press, a key chord, and filling a
 * field and submitting it with Enter.
 */
export class Hand {
  presses = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async press(what: Locator) {
    this.presses++
    await what.first().click()
  }
  async choose(from: Locator, label: string) {
    this.presses++
    await from.selectOption({ label })
  }
  /** Fills the field and submits it. `found`: an element that must become visible before the field is submitted. */
  async fill(what: Locator, text: string, found?: Locator) {
    this.presses++
    await what.fill(text)
    await found?.first().waitFor()
    await what.press('Enter')
  }
}

/**
 * Maximum number of Tab presses from one control to another. It is large because each row of a list has two tab stops.
 */
const farthest = 300

/** Uses only the keyboard, and checks every control that receives focus. */
export class KeyboardHand extends Hand {
  stops = 0
  /** Controls after whose use no element of the page had the focus. */
  readonly lost: string[] = []
  /** Controls that were completely out of view while they had the focus. */
  readonly covered: string[] = []

  override async press(what: Locator) {
    this.presses++
    await this.#reach(what)
    await this.page.keyboard.press('Enter')
  }
  override async choose(from: Locator, label: string) {
    this.presses++
    await this.#reach(from)
    await this.page.keyboard.type(label)
    await expect(from.locator('option:checked')).toHaveText(label)
  }
  override async fill(what: Locator, text: string, found?: Locator) {
    this.presses++
    await this.#reach(what)
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
    await found?.first().waitFor()
    await this.page.keyboard.press('Enter')
  }

  /** Presses Tab, and the arrow keys within tabs and menus, until the control has the focus. */
  async #reach(what: Locator) {
    const target = what.first()
    await target.waitFor()
    for (let presses = 0; presses <= farthest; presses++) {
      const key = await target.evaluate(element => {
        const now = document.activeElement
        const stop = element.closest('a[href], button, summary, input, select, textarea, [tabindex], [role=menuitem]')
        if (stop === now) return ''
        const group = element.closest('[role=tablist], [role=menu]')
        if (!group?.contains(now)) return 'Tab'
        return group.matches('[role=menu]') ? 'ArrowDown' : 'ArrowRight'
      })
      if (key === '') return
      await this.page.keyboard.press(key)
      await this.#look()
    }
    throw new Error(`${String(what)} is not reached by ${farthest} presses of a key`)
  }

  async #look() {
    this.stops++
    const { name, isSeen } = await this.page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      const now = document.activeElement
      if (!now || now === document.body) return { name: '', isSeen: false }
      const name = `${now.tagName} ${now.getAttribute('aria-label') ?? now.textContent?.trim().slice(0, 40)}`
      // For a checkbox that is drawn by its label, the label is checked, because the checkbox itself is only one pixel
      // in size.
      const seen = now.closest('label') ?? now
      const { left, top, width, height } = seen.getBoundingClientRect()
      const parts = [0.05, 0.5, 0.95]
      const isSeen = parts.some(x =>
        parts.some(y => {
          const hit = document.elementFromPoint(left + width * x, top + height * y)
          return hit !== null && (seen.contains(hit) || (hit !== document.body && hit.contains(seen)))
        }),
      )
      return { name, isSeen }
    })
    if (name === '') this.lost.push(this.#last)
    else if (!isSeen) this.covered.push(name)
    this.#last = name
  }
  #last = ''
}
