/** What the server asks of the account behind the sign-in. An outside issuer keeps its accounts itself and does nothing. */
export type SignInAccount = {
  /** Makes the proved address the one the person signs in with; refuses one that signs in to another account. */
  adoptEmail(userId: number, email: string): Promise<void>
  /** The number is no way in until it is proved again. */
  changePhone(userId: number, phone: string): Promise<void>
  facts(userId: number): Promise<Record<string, unknown> | undefined>
  /**
   * Ends every session at the provider. Comes before ours are ended: with one of those left, a browser would begin a
   * session of ours again.
   */
  signOut(userId: number): Promise<void>
  /** False when none was on. */
  turnOffSecondFactor(userId: number): Promise<boolean>
  erase(userId: number): Promise<void>
}
