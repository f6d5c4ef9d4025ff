export type FirstTool = 'trend' | 'ray' | 'horizontal' | 'vertical' | 'rectangle' | 'channel' | 'fibonacci' | 'text'

/** The tools next to the chart on a desktop. All others are in "All tools". */
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
