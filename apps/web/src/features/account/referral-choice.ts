import { type ReferralKey, referralKeys } from '@finlist/contract/account'

export type Referral = Record<ReferralKey, boolean> & { otherInput: string }

export const noReferral = Object.fromEntries([...referralKeys.map(key => [key, false]), ['otherInput', '']]) as Referral

/** All twelve, and the words for `other` only where it is ticked. */
export function referralToSend({ otherInput, ...ticks }: Referral) {
  return { ...ticks, otherInput: ticks.other ? otherInput.trim() : '' }
}
