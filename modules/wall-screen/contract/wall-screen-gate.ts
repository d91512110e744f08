/** Who may open the wall, and so make any of its calls: groups to which its entry in the menu is granted. */
export const wallScreenGate = { gate: 'rule', node: 'largedatascreen' } as const;
