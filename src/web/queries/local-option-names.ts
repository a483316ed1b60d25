/** Names of options that this browser remembers; stored with the prefix `localOptions:`. */
export const lastSourceOption = 'lastSelectedDataSourceId'
