/** The questions in their order; each is also the hash of an address. */
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
