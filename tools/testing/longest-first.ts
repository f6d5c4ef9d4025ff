import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files with a test of about a minute. */
export const longest = [
  'tools/rehearse/night.test.ts',
  'apps/server/test/billing/billing-year.test.ts',
  'packages/demo-market/src/no-edge.test.ts',
]

/** Starts the longest files first, so that no core is idle at the end while the last of them runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.some(file => moduleId.endsWith(`/${file}`))
    return [...sorted.filter(isLongest), ...sorted.filter(file => !isLongest(file))]
  }
}
