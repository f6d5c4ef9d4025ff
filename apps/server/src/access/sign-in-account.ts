/**
 * What the server needs from a sign-in account. With an outside issuer, which keeps the accounts, this does nothing.
 */
export type SignInAccount = {
  /** Makes the proved address the person's sign-in address; refuses one that signs in to another account. */
  adoptEmail(userId: number, email: string): Promise<void>
  /** The number cannot be used to sign in until it is proved again. */
  changePhone(userId: number, phone: string): Promise<void>
  facts(userId: number): Promise<Record<string, unknown> | undefined>
  /**
   * Ends every session at the provider. Call it before ending ours: with a provider session left, a browser would begin
   * a session of ours again.
   */
  signOut(userId: number): Promise<void>
  /** Ends the provider's session that the ID token came from; every session when the token does not say which. */
  signOutHere(userId: number, idToken: string | null): Promise<void>
  /** Disables sign-in by password if a code to a verified address can set a new one. */
  disablePassword(userId: number): Promise<void>
  /** Returns false when none was on. */
  turnOffSecondFactor(userId: number): Promise<boolean>
  erase(userId: number): Promise<void>
}
