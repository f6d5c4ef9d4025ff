import type { UpdatePreview } from '@finlist/contract/billing'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show } from '../../../../../test/show.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ReplacedDiscount } from './ReplacedDiscount.tsx'

const replaces = { name: 'LASTING20', amount: 229_596, nextAmount: 384_000 }
const price: UpdatePreview = {
  amount: 275_596,
  downgrade: false,
  lines: [],
  couponDetail: { id: 'promo_1', code: 'FIXED500', amountOff: 50_000, percentOff: null },
  credit: 0,
  nextAmount: 480_000,
  nextBillingDate: '2026-10-17T02:00:00.000Z',
  replaces,
}

function Asked({ wrong }: { wrong: boolean }) {
  const [accepted, setAccepted] = useState(false)
  return (
    <>
      <PageHeader title="FinList HK" />
      <ReplacedDiscount
        price={price}
        replaces={replaces}
        accepted={accepted}
        wrong={wrong && !accepted}
        disabled={false}
        onAccept={setAccepted}
      />
    </>
  )
}

test.each(looks)(
  'a coupon code that would end a lasting discount shows both costs and asks for consent, in $language',
  async look => {
    await show(<Asked wrong />, { texts: ['billing', 'dashboard'], ...look })
    const text = () => document.body.textContent
    await expect.poll(text).toMatch(/replaces your discount LASTING20|取代你現有的折扣 LASTING20/)
    expect(text()).toMatch(/HK\$2,295\.96.*HK\$3,840/)
    expect(text()).toMatch(/HK\$2,755\.96.*HK\$4,800/)
    await expect.element(page.getByRole('alert')).toBeVisible()
    await page.getByRole('checkbox').click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await noViolations()
  },
)
