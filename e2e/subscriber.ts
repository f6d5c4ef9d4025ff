import { expect, type Locator, type Page } from '@playwright/test'
import { cards, dialog, newBuyer, payWith, subscribed } from './buyer.ts'

type Period = 'monthly' | 'quarterly' | 'yearly'
const periodIds: Record<Period, number> = { yearly: 1, quarterly: 2, monthly: 3 }

/** Somebody new who has bought FinList HK with a card that pays, at My Account. */
export async function newSubscriber(page: Page, period: Period) {
  await newBuyer(page, `/subscribe?productId=1&billingPeriodId=${periodIds[period]}`)
  await payWith(page, cards.pays)
  await expect(subscribed(page)).toBeVisible()
  await page.goto('/dashboard')
  await expect(plans(page)).toHaveCount(1)
}

/** The cards of the plans held. */
export const plans = (page: Page): Locator => page.getByRole('region', { name: 'Your plans' }).getByRole('listitem')

/** Opens the first plan. */
export async function openPlan(page: Page): Promise<Locator> {
  await plans(page).first().getByRole('button').click()
  await expect(dialog(page)).toBeVisible()
  return dialog(page)
}

/** Picks a period in the open plan's dialog and waits for its preview. */
export async function pick(page: Page, period: Period) {
  await dialog(page)
    .getByRole('button', { name: new RegExp(`Change to ${period}`) })
    .click()
  await expect(dialog(page).getByRole('heading', { name: `Change to ${period} billing` })).toBeVisible()
}

export const done = (page: Page, said: string | RegExp): Locator =>
  page.getByRole('tabpanel').getByRole('status').filter({ hasText: said })
