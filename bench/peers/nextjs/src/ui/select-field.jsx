export function SelectField({ name, label, choices, placeholder, value = "" }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} required defaultValue={value}>
        {placeholder ? <option value="">{placeholder}</option> : null}
        {choices.map((choice) => (
          <option key={choice.text} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
    </div>
  );
}
