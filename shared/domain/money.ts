/** An amount of account money without what adding and multiplying leave behind: no price has more than six places. */
export function roundMoney(amount: number): number {
  return Number(amount.toFixed(6));
}
