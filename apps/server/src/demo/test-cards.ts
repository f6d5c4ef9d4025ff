/** Card numbers that the payment sandbox accepts, as the start prints them; with any later date and any CVC. */
export const testCards = [
  { number: '4242 4242 4242 4242', does: 'pays' },
  { number: '4000 0025 0000 3155', does: 'asks for 3-D Secure' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
]

const visa = '4242424242424242'
const mastercard = '5555555555554444'

/** A card is good for one trial of a product: the demo's own trial leaves the printed cards to users. */
export const goodTestCard = ({ forTrial, at }: { forTrial: boolean; at: Date }) => ({
  number: forTrial ? mastercard : visa,
  exp_month: 12,
  exp_year: at.getUTCFullYear() + 3,
  cvc: '123',
})
