export const operatorCommands: readonly string[]
