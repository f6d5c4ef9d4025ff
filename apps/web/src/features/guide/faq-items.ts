/** The questions in display order. Each is also the fragment of its address. */
export const faqItems = [
  'phone-app',
  'sunday-club',
  'technology',
  'advice',
  'plans',
  'coupons',
  'refunds',
  'devices',
  'data',
  'lists',
  'colours',
  'my-data',
  'contact',
] as const
export type FaqItemId = (typeof faqItems)[number]
