export type FirstTool = 'trend' | 'ray' | 'horizontal' | 'vertical' | 'rectangle' | 'channel' | 'fibonacci' | 'text'

/** The tools next to the chart on a desktop; the others are under All tools. */
export const firstTools: readonly string[] = [
  'trend',
  'ray',
  'horizontal',
  'vertical',
  'rectangle',
  'channel',
  'fibonacci',
  'text',
] satisfies FirstTool[]
