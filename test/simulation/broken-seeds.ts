/**
 * Seeds whose stories once ended badly, each with its defect. Every run of the suite replays them. A change of the
 * simulation itself gives a seed another story, so each defect also has a test of its own beside the code.
 */
export const brokenSeeds: readonly (readonly [seed: number, defect: string])[] = [
  [1900006892, 'a card creation left six minutes after it was counted'],
  [40006478, 'a leader was dropped by statistics that had changed meanwhile'],
  [2500018539, 'a card that was taken for short of money stayed frozen after a refund'],
  [500246835, 'a card was taken for frozen by a read from before its unfreeze, and was active at the issuer'],
  [2105095397, 'a story ended before its statistics were counted, while a deposit waited for a person'],
  [1115627127, 'a story ended before it was read that a payment had grown under the same state'],
  [123400162, 'a case that was opened while a refund of its payment was posted missed that refund'],
  [600334, 'a mute was lost when a payment wrote its merchant in other letters'],
  [601439, 'a process whose clock was behind ended the month of auto-loads, and its maximum counted twice'],
  [7000169, 'a payout waited for a person whose lock had arrived late, after all were unlocked'],
  [90210186, 'a suspension arrived late, after all were reactivated, and the story ended with work that waited for it'],
  [84518492, 'money of a failed refund that was never booked counted as a difference of the day'],
  [130909678, 'the audit of the books took money that a refund in transit explains for a difference'],
  [733001553, 'the stream brought a record again that was counted a month ago, and it counted twice'],
  [771503797, 'the hour after a payment passed without the late effect of an order, which came weeks later'],
  [771505512, 'the hour after a payment passed without a late card, and its order was released'],
  [881208364, 'a payment changed after the two weeks in which the product reads it, and its webhook was lost'],
];
