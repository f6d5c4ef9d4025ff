/** What the server needs of a sign-in's account. An outside issuer keeps its accounts; then this does nothing. */
export type SignInAccount = {
  /** Makes the proved address the one the person signs in with; refuses one that signs in to another account. */
  adoptEmail(userId: number, email: string): Promise<void>
  /** The number cannot be signed in with until it is proved again. */
  changePhone(userId: number, phone: string): Promise<void>
  facts(userId: number): Promise<Record<string, unknown> | undefined>
  /**
   * Ends every session at the provider. Call it before ours are ended: with a provider session left, a browser would
   * begin a session of ours again.
   */
  signOut(userId: number): Promise<void>
  /** Ends the provider's session that the ID token came from; every one when the token does not say which. */
  signOutHere(userId: number, idToken: string | null): Promise<void>
  /** The password signs nobody in any more, where a code to a verified address can set a new one. */
  disablePassword(userId: number): Promise<void>
  /** False when none was on. */
  turnOffSecondFactor(userId: number): Promise<boolean>
  erase(userId: number): Promise<void>
}
