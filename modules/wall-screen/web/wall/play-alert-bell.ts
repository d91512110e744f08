/**
 * Plays two soft strokes of a bell, half a second in all. Browsers stay silent on a page that nobody has clicked in.
 */
export function playAlertBell(): void {
  const audio = new AudioContext();
  const strokes = [
    [880, 0],
    [660, 0.22],
  ] as const;
  for (const [pitch, after] of strokes) {
    const from = audio.currentTime + after;
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.2, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.28);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.3);
  }
  setTimeout(() => void audio.close(), 800);
}
