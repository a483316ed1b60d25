export const embedWords = {
  unknownKey: 'The API key in this address is missing, or does not open this query any more.',
  unsafe: 'Currently it is not possible to embed queries that contain text parameters.',
  noVisualization: 'Visualization does not exist',
  switchedOff: 'Public links and embeds are switched off here.',
  unknown: 'Unknown error occurred. Please try again later.',
} as const
