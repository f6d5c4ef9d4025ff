/// <reference types="@vitest/browser-playwright" />
import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

type Feature = 'forced-colors' | 'prefers-contrast' | 'prefers-color-scheme'

/** Emulates a medium or system settings of the user until the test ends. */
export async function emulateMedia({
  media = '',
  ...features
}: { media?: 'print' | '' } & Partial<Record<Feature, string>>) {
  const client = cdp()
  const emulate = (wanted: object) => client.send('Emulation.setEmulatedMedia', wanted)
  onTestFinished(async () => {
    await emulate({ media: '', features: Object.keys(features).map(name => ({ name, value: '' })) })
  })
  await emulate({ media, features: Object.entries(features).map(([name, value]) => ({ name, value })) })
}

/** Prints the page as a browser does, and discards the result. */
export const printPage = () => cdp().send('Page.printToPDF')
