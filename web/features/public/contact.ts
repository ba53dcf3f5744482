/** Where people write to. Answered around the clock. */
export const supportAddress = 'support@satchel.example';
