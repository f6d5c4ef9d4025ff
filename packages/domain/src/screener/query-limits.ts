/** Limits of a query: its characters, its conditions, how deep brackets nest, and the texts of a condition. */
export const queryLimits = { characters: 1_000, conditions: 40, depth: 8, values: 40 } as const
