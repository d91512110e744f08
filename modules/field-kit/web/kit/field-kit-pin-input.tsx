interface PinInputProps {
  label: string;
  value: string;
  onChange(pin: string): void;
  /** A PIN that is being chosen. */
  fresh?: boolean;
  focused?: boolean;
}

/** A PIN, entered with the digits of the phone. */
export function FieldKitPinInput({ label, value, onChange, fresh = false, focused = false }: PinInputProps) {
  return (
    <label>
      {label}
      <input
        className="xj-kit-pin"
        type="password"
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete={fresh ? 'new-password' : 'off'}
        minLength={6}
        maxLength={12}
        required
        // biome-ignore lint/a11y/noAutofocus: the only input of a screen that is opened to enter it
        autoFocus={focused}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
      />
    </label>
  );
}
